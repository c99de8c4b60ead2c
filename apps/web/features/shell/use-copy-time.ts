"use client";
import { useEffect } from "react";
import { toast } from "@/ui/toast";

/** Ctrl or Cmd-C over a time, with nothing selected, copies it exactly as the database has it. */
export function useCopyTime(): void {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const into = event.target as HTMLElement | null;
      if (into?.closest("input, textarea") || window.getSelection()?.toString()) return;
      const time = document.querySelector<HTMLTimeElement>("time:hover");
      if (!time || !event.clipboardData) return;
      event.clipboardData.setData("text/plain", time.dateTime);
      event.preventDefault();
      toast({ tone: "ok", title: `Copied ${time.dateTime}` });
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, []);
}
