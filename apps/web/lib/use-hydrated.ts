"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False while a part of the page takes over what the server sent, true from then on. Parts take over one after
 * another: one that came first may have fetched what a later one shows, which the server did not have.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
