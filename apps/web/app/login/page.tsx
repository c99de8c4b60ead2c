import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Mark } from "@/features/shell/mark";
import { ThemeButton } from "@/features/shell/theme";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

/** Only a path of our own is gone back to. */
function safe(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : "/overview";
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const theme = (await cookies()).get("sealstone_theme")?.value;
  return (
    <main className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_30rem]">
      <section
        aria-hidden="true"
        className="relative hidden overflow-hidden border-r bg-sunken lg:block"
      >
        <Strata />
      </section>
      <section className="flex flex-col px-6 py-5 sm:px-12">
        <div className="flex justify-end">
          <ThemeButton initial={theme === "light" || theme === "dark" ? theme : "system"} />
        </div>
        <div className="m-auto w-full max-w-xs pb-16">
          <div className="mb-8 flex items-center gap-3">
            <Mark size={34} />
            <div>
              <h1 className="text-xl leading-tight">Sealstone</h1>
              <p className="text-sm text-muted">Time series, set in Postgres</p>
            </div>
          </div>
          <SignInForm next={safe((await searchParams).next)} />
        </div>
      </section>
    </main>
  );
}

/** Partitions as they lie in a table: sealed ones below, set and small; the ones being written on top. */
function Strata() {
  const rows = [86, 64, 78, 50, 71, 92, 58, 83, 67, 75, 54, 88];
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMinYMid slice"
      className="absolute inset-0 h-full w-full"
    >
      {rows.map((width, i) => (
        <g key={width}>
          <rect
            x={100 - width}
            y={6 + i * 7.6}
            width={width}
            height={i < 2 ? 5.2 : 3.4}
            className={i < 2 ? "fill-live" : "fill-sealed"}
            opacity={i < 2 ? 0.55 : 0.22 + i * 0.045}
          />
          {i % 4 === 3 ? (
            <circle cx={100 - width + 3.2} cy={6 + i * 7.6 + 1.7} r="0.9" className="fill-mark" />
          ) : null}
        </g>
      ))}
    </svg>
  );
}
