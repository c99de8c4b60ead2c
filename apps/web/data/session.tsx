"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "./generated/graphql";

export interface Session {
  name: string;
  role: Role;
}

const Context = createContext<Session>({ name: "", role: "VIEWER" });

const RANK: Record<Role, number> = { VIEWER: 0, OPERATOR: 1, ADMIN: 2 };

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Context value={session}>{children}</Context>;
}

export function useSession(): Session {
  return useContext(Context);
}

/** Whether an action is offered at all. The server decides again when it is pressed. */
export function useCan(role: Role): boolean {
  return RANK[useSession().role] >= RANK[role];
}
