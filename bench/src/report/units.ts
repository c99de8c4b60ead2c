import type { Measurement } from "../suites/suite.js";

const significant = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** A figure with its unit, as a person reads it. */
export function figure(value: number, unit: Measurement["unit"]): string {
  if (value < 0) return `-${figure(-value, unit)}`;
  switch (unit) {
    case "ms":
      return value >= 1000 ? `${significant(value / 1000)} s` : `${significant(value)} ms`;
    case "bytes": {
      const scale = ["B", "kB", "MB", "GB"];
      let step = 0;
      let rest = value;
      while (rest >= 1000 && step < scale.length - 1) {
        rest /= 1000;
        step += 1;
      }
      return `${significant(rest)} ${scale[step]}`;
    }
    case "rows/s":
      return `${Math.round(value).toLocaleString("en")} rows/s`;
    case "values/s":
      return value >= 1e9 ? `${significant(value / 1e9)} G/s` : `${significant(value / 1e6)} M/s`;
    case "bytes/value":
      return `${significant(value)} B`;
    case "requests/s":
      return `${significant(value)}/s`;
    case "ratio":
      return `${significant(value)}x`;
  }
}

export const ratio = (value: number) => `${significant(value)}x`;
