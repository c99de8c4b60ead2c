import Link from "next/link";
import { Mark } from "@/features/shell/mark";
import { buttonClass } from "@/ui/button";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-3 px-6 text-center">
      <Mark size={40} />
      <h1 className="text-xl">There is no such page</h1>
      <p className="text-sm text-muted">
        The address may be mistyped, or what it named was dropped or renamed since.
      </p>
      <div className="mt-2 flex gap-2">
        <Link href="/overview" className={buttonClass("primary")}>
          Overview
        </Link>
        <Link href="/series" className={buttonClass("plain")}>
          All series
        </Link>
      </div>
    </main>
  );
}
