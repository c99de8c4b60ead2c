import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ApiError } from "@/data/errors";
import { ViewerDocument } from "@/data/generated/graphql";
import { ask } from "@/data/server";
import { type Session, SessionProvider } from "@/data/session";
import { Shell } from "@/features/shell/shell";
import { ToSignIn } from "@/features/shell/to-sign-in";
import { Providers } from "../providers";

/** Who asks is found out on the server, so that a stranger never sees a page begin to load. */
async function session(): Promise<Session | "stranger" | "unknown"> {
  try {
    const { viewer } = await ask(ViewerDocument, {});
    return viewer ? { name: viewer.name, role: viewer.role } : "stranger";
  } catch (error) {
    return error instanceof ApiError && error.code === "UNAUTHENTICATED" ? "stranger" : "unknown";
  }
}

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const who = await session();
  if (who === "stranger") return <ToSignIn />;
  const theme = (await cookies()).get("sealstone_theme")?.value;
  return (
    <Providers>
      <SessionProvider session={who === "unknown" ? { name: "not known", role: "VIEWER" } : who}>
        <Shell theme={theme === "light" || theme === "dark" ? theme : "system"}>{children}</Shell>
      </SessionProvider>
    </Providers>
  );
}
