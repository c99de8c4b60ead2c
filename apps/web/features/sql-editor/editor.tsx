"use client";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { type Known, type Suggestion, suggest, wordAt } from "./complete";

const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*'?)|\b(select|from|where|group|order|by|limit|offset|join|left|right|full|inner|outer|cross|lateral|on|using|and|or|not|in|between|is|null|true|false|having|distinct|with|as|case|when|then|else|end|desc|asc|interval|union|all|explain|analyze|values|filter|over|partition|exists|cast|show|table)\b|(\b\d+(?:\.\d+)?\b)/gi;

/** Words in colour, behind a text area whose own text is clear. Small enough to need no editor library. */
function Painted({ text }: { text: string }) {
  const parts = useMemo(() => {
    const out: { key: number; text: string; className?: string }[] = [];
    let last = 0;
    for (const m of text.matchAll(TOKEN)) {
      if (m.index > last) out.push({ key: last, text: text.slice(last, m.index) });
      out.push({
        key: m.index,
        text: m[0],
        className: m[1]
          ? "text-faint"
          : m[2]
            ? "text-live-ink"
            : m[3]
              ? "text-accent font-semibold"
              : "text-spread-ink",
      });
      last = m.index + m[0].length;
    }
    out.push({ key: last, text: `${text.slice(last)}\n` });
    return out;
  }, [text]);
  return (
    <>
      {parts.map((p) => (
        <span key={p.key} className={p.className}>
          {p.text}
        </span>
      ))}
    </>
  );
}

export interface SqlEditorProps {
  value: string;
  onChange: (value: string) => void;
  onRun: () => void;
  known: Known;
}

export function SqlEditor({ value, onChange, onRun, known }: SqlEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const paint = useRef<HTMLPreElement>(null);
  const [list, setList] = useState<Suggestion[]>([]);
  const [at, setAt] = useState(0);

  const take = (s: Suggestion) => {
    const el = area.current;
    if (!el) return;
    const position = el.selectionStart;
    const word = wordAt(value, position);
    const next = value.slice(0, position - word.length) + s.text + value.slice(position);
    onChange(next);
    setList([]);
    const to = position - word.length + s.text.length;
    requestAnimationFrame(() => {
      el.focus();
      el.setSelectionRange(to, to);
    });
  };
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      setList([]);
      onRun();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === " ") {
      event.preventDefault();
      setAt(0);
      setList(suggest(value, event.currentTarget.selectionStart, known));
      return;
    }
    if (!list.length) return;
    if (event.key === "ArrowDown") setAt((at + 1) % list.length);
    else if (event.key === "ArrowUp") setAt((at - 1 + list.length) % list.length);
    else if (event.key === "Enter" || event.key === "Tab") {
      const s = list[at];
      if (s) take(s);
    } else if (event.key === "Escape") setList([]);
    else return;
    event.preventDefault();
  };
  const box = "m-0 whitespace-pre-wrap break-words px-3.5 py-3 font-mono text-sm leading-6";
  return (
    <div className="relative">
      <div className="relative min-h-40">
        <pre
          ref={paint}
          aria-hidden="true"
          className={cn(box, "pointer-events-none absolute inset-0 overflow-hidden")}
        >
          <Painted text={value} />
        </pre>
        <textarea
          ref={area}
          aria-label="Statement"
          aria-describedby="editor-keys"
          aria-autocomplete="list"
          aria-controls={list.length ? "sql-completions" : undefined}
          aria-activedescendant={list.length ? `sql-completion-${at}` : undefined}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={value}
          // what is typed before the page is alive would be lost or mixed with what it brings
          readOnly={!alive}
          rows={Math.min(24, Math.max(7, value.split("\n").length + 1))}
          onChange={(e) => {
            onChange(e.target.value);
            setAt(0);
            setList(suggest(e.target.value, e.target.selectionStart, known));
          }}
          onBlur={() => setTimeout(() => setList([]), 150)}
          onKeyDown={onKeyDown}
          onScroll={(e) => {
            if (paint.current) paint.current.scrollTop = e.currentTarget.scrollTop;
          }}
          className={cn(
            box,
            "relative block w-full resize-y bg-transparent text-transparent caret-text outline-offset-[-2px] selection:bg-selected selection:text-text",
          )}
        />
      </div>
      {list.length ? (
        <div
          id="sql-completions"
          role="listbox"
          aria-label="Completions"
          className="popup absolute right-3 bottom-2 left-3 z-20 max-h-56 max-w-md overflow-auto p-1 text-sm md:left-auto"
        >
          {list.map((s, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the keys
            <div
              key={s.text}
              id={`sql-completion-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => take(s)}
              className={cn(
                "flex cursor-pointer justify-between gap-4 rounded-s px-2 py-0.5 font-mono text-xs",
                i === at && "bg-accent-soft text-accent",
              )}
            >
              <span className="truncate">{s.text}</span>
              <span className="shrink-0 font-sans text-faint">{s.note}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
