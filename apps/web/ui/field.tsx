import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "react";
import { useId } from "react";
import { cn } from "@/lib/cn";

/** As wide as its place, unless the place says otherwise. */
const wide = (className: string | undefined) =>
  /(?:^|\s)w-/.test(className ?? "") ? "" : "w-full";

const CONTROL =
  "rounded-m border border-control-line bg-raised text-text text-sm px-2.5 disabled:opacity-60 aria-[invalid=true]:border-bad";

export function Input({
  className,
  ref,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input ref={ref} {...rest} className={cn(CONTROL, wide(className), "h-8", className)} />;
}

export function Textarea({
  className,
  ref,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea ref={ref} {...rest} className={cn(CONTROL, wide(className), "py-1.5", className)} />
  );
}

/** The platform's own list: the best one on a phone, and it is known to every screen reader. */
export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select
      {...rest}
      className={cn(
        CONTROL,
        wide(className),
        /(?:^|\s)h-/.test(className ?? "") ? "" : "h-8",
        "cursor-pointer pr-7",
        className,
      )}
    >
      {children}
    </select>
  );
}

export function Checkbox({
  className,
  indeterminate,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { indeterminate?: boolean }) {
  return (
    <input
      type="checkbox"
      {...rest}
      ref={(el) => {
        if (el) el.indeterminate = Boolean(indeterminate);
      }}
      className={cn("size-3.5 accent-accent cursor-pointer", className)}
    />
  );
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: (ids: {
    id: string;
    "aria-describedby"?: string;
    "aria-invalid"?: boolean;
  }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = error || hint ? `${id}-note` : undefined;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {described ? (
        <p id={described} className={cn("text-xs", error ? "text-bad-ink" : "text-faint")}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}
