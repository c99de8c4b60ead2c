import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cn } from "@/lib/cn";

type Kind = "primary" | "plain" | "quiet" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  size?: "s" | "m";
  icon?: ReactNode;
  /** An icon alone: `aria-label` names it. */
  square?: boolean;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const KINDS: Record<Kind, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent",
  plain: "bg-raised text-text border-line-strong hover:bg-hover hover:border-control-line",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-text",
  danger: "bg-bad text-on-bad border-transparent hover:brightness-95",
};

export function buttonClass(kind: Kind = "plain", size: "s" | "m" = "m", square = false): string {
  return cn(
    "inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-m border font-medium select-none",
    "transition-[background-color,border-color] duration-100",
    "disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:cursor-not-allowed",
    size === "s" ? "h-6.5 text-xs" : "h-8 text-sm",
    square ? (size === "s" ? "w-6.5" : "w-8") : size === "s" ? "px-2" : "px-3",
    KINDS[kind],
  );
}

export function Button({
  kind,
  size,
  icon,
  square,
  busy,
  className,
  children,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cn(buttonClass(kind, size, square), className)}
    >
      {icon}
      {children}
    </button>
  );
}
