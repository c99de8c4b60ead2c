"use client";
import { useState } from "react";
import { cn } from "@/lib/cn";
import { utc } from "@/lib/time";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Clock } from "@/ui/icons";
import { Popover } from "@/ui/popover";
import { PRESETS, type TimeRangeState } from "./use-time-range";

const field = (iso: string) => iso.slice(0, 16);

export function TimeRangePicker({ value }: { value: TimeRangeState }) {
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const a = Date.parse(`${from}:00Z`);
  const b = Date.parse(`${to}:00Z`);
  const wrong = from && to && !(b > a) ? "The end must be after the beginning." : undefined;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) {
          setFrom(field(value.from));
          setTo(field(value.to));
        }
        setOpen(next);
      }}
      className="w-72"
      trigger={
        <Button
          icon={<Clock size={14} aria-hidden="true" />}
          aria-label={`Time range: ${value.label}`}
        >
          {value.preset
            ? value.label
            : `${utc(`${field(value.from)}:00Z`)} – ${utc(`${field(value.to)}:00Z`)}`}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="grid grid-cols-2 gap-1">
          {PRESETS.map((preset) => (
            <li key={preset.id}>
              <button
                type="button"
                aria-pressed={value.preset === preset.id}
                onClick={() => {
                  value.setPreset(preset.id);
                  setOpen(false);
                }}
                className={cn(
                  "h-7 w-full rounded-m px-2 text-left text-sm hover:bg-hover",
                  value.preset === preset.id && "bg-accent-soft font-medium text-accent",
                )}
              >
                {preset.label}
              </button>
            </li>
          ))}
        </ul>
        <form
          className="flex flex-col gap-2 border-t pt-3"
          onSubmit={(e) => {
            e.preventDefault();
            if (wrong || !from || !to) return;
            value.setCustom(a, b);
            setOpen(false);
          }}
        >
          <Field label="From (UTC)">
            {(ids) => (
              <Input
                {...ids}
                type="datetime-local"
                value={from}
                onChange={(e) => setFrom(e.target.value)}
              />
            )}
          </Field>
          <Field label="To (UTC)" error={wrong}>
            {(ids) => (
              <Input
                {...ids}
                type="datetime-local"
                value={to}
                onChange={(e) => setTo(e.target.value)}
              />
            )}
          </Field>
          <Button type="submit" kind="primary" disabled={Boolean(wrong) || !from || !to}>
            Show this range
          </Button>
        </form>
        <p className="text-xs text-faint">On a chart: drag over a stretch to zoom into it.</p>
      </div>
    </Popover>
  );
}
