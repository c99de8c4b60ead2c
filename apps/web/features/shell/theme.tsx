"use client";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Monitor, Moon, Sun } from "@/ui/icons";

export type Theme = "system" | "light" | "dark";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const WORDS: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

/** The server reads the cookie, so that the first paint is already right and needs no script. */
export function ThemeButton({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const press = () => {
    const next = NEXT[theme];
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we support
    document.cookie = `sealstone_theme=${next}; path=/; max-age=31536000; samesite=lax`;
    window.dispatchEvent(new Event("sealstone:theme"));
  };
  return (
    <Button
      kind="quiet"
      square
      aria-label={`Theme: ${WORDS[theme]}. Change to ${WORDS[NEXT[theme]]}`}
      title={`Theme: ${WORDS[theme]}`}
      onClick={press}
      icon={
        theme === "light" ? (
          <Sun size={16} aria-hidden="true" />
        ) : theme === "dark" ? (
          <Moon size={16} aria-hidden="true" />
        ) : (
          <Monitor size={16} aria-hidden="true" />
        )
      }
    />
  );
}
