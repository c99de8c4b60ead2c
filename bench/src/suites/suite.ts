import type pg from "pg";
import type { Summary } from "../measure/statistics.js";
import type { Workload } from "../workloads/workload.js";

/** What a suite is given. */
export interface Context {
  /** the server: a superuser's connection string */
  url: string;
  /** a connection of the harness's own */
  client: pg.Client;
  workload: Workload;
  targets: string[];
  rounds: number;
  quick: boolean;
  /** how long one query of one target may take before it is stopped, milliseconds */
  limitMs: number;
  /** `api`: minutes of light load in which its memory is watched, instead of the questions; 0: none */
  soakMinutes: number;
  /** was it measured by the run that this one resumes? */
  has: (name: string) => boolean;
  /** what goes on now; `done` of `of` equal parts of this stage are behind us */
  progress: (what: string, done?: number, of?: number) => void;
  /** keeps a finished measurement at once, so that a run killed half-way loses nothing */
  keep: (measurement: Measurement) => void;
}

/** One line of a report. */
export interface Measurement {
  suite: string;
  workload: string;
  name: string;
  title: string;
  unit: "ms" | "bytes" | "rows/s" | "requests/s" | "values/s" | "bytes/value" | "ratio";
  /** by target; null: it could not be measured, and why is in `notes` */
  values: Record<string, { value: number; summary?: Summary; mode?: string } | null>;
  /** by target: the limit at which it was stopped, milliseconds; its value is null */
  over?: Record<string, number>;
  /** against `base`, greater is better for the target */
  ratios: Record<string, number>;
  base?: string;
  reach?: number;
  checksum?: Record<string, string>;
  plans?: Record<string, string>;
  notes: string[];
}

export type Suite = (context: Context) => Promise<void>;
