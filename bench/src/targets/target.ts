import type { Workload } from "../workloads/workload.js";

/** What a query gives back: rows of plain values, in the order they came. */
export type Rows = readonly (readonly unknown[])[];

/** Serial: no parallel workers. Parallel: as many as the machine has cores. */
export type Mode = "serial" | "parallel";

/** A query was stopped at its time limit. */
export class TooSlow extends Error {
  constructor(readonly limitMs: number) {
    super(`stopped after ${limitMs / 1000} s`);
  }
}

/** One system that holds the workload's table and answers its queries. */
export interface Target {
  readonly name: string;
  /** makes the table, loads every row, indexes, seals: whatever it takes to be ready for queries */
  prepare(workload: Workload, progress: (what: string) => void): Promise<void>;
  /** runs a query to its last row; throws TooSlow where that takes longer than the limit */
  query(sql: string, mode: Mode, limitMs: number): Promise<Rows>;
  /** the plan, as text, for the record */
  explain(sql: string, mode: Mode): Promise<string>;
  /** bytes of table, TOAST and indexes */
  size(): Promise<number>;
  close(): Promise<void>;
}
