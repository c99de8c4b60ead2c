"use client";
/** What the console remembers of a person, in this browser only: how times are shown, how often pages refresh. */
import { useSyncExternalStore } from "react";
import type { TimeMode } from "./time";

export interface Preferences {
  time: TimeMode;
  /** seconds between plain refreshes; 0 is off */
  refresh: number;
}

const KEY = "sealstone.preferences";
const DEFAULTS: Preferences = { time: "utc", refresh: 30 };
const listeners = new Set<() => void>();
let current: Preferences | undefined;

function read(): Preferences {
  if (current) return current;
  let next = DEFAULTS;
  try {
    next = {
      ...DEFAULTS,
      ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>),
    };
  } catch {
    // private mode or a value of someone else's: the defaults do
  }
  current = next;
  return next;
}

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  current = { ...read(), [key]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // not remembered, still in force
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, read, () => DEFAULTS);
}

/** Small things remembered by name: column choices, recent statements. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`sealstone.${key}`, JSON.stringify(value));
  } catch {
    // nothing depends on it
  }
}

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`sealstone.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}
