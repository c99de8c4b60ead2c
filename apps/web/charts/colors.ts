"use client";
/** Reads the tokens for a canvas, which knows nothing of CSS variables. Both themes: read again on a change. */
import { useSyncExternalStore } from "react";

const cache = new Map<string, string>();
let version = 0;

export function color(name: `--${string}`): string {
  const known = cache.get(name);
  if (known) return known;
  // light-dark() is resolved only in a used value, so a probe wears the colour and is asked.
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  probe.style.display = "none";
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  cache.set(name, value);
  return value;
}

function subscribe(listener: () => void): () => void {
  const changed = () => {
    cache.clear();
    version += 1;
    listener();
  };
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", changed);
  window.addEventListener("sealstone:theme", changed);
  return () => {
    media.removeEventListener("change", changed);
    window.removeEventListener("sealstone:theme", changed);
  };
}

/** Changes with the theme: name it among what a drawing depends on. */
export function useThemeVersion(): number {
  return useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
}
