import type { Client } from "pg";

/** One reading or query target's data: a table, its key, and how its rows are made. */
export interface Workload {
  name: string;
  /** what the rows are, their distributions, how to make them again */
  about: string;
  /** column definitions, in order */
  columns: string;
  columnNames: string[];
  timeColumn: string;
  /** leading key of the order key and of the index (key, time) */
  key: string;
  /** as Postgres reads an interval */
  partitionInterval: string;
  /** bounds of all times: RFC 3339 */
  from: string;
  to: string;
  /** no more rows than these, whatever was asked for */
  most?: number;
  /** SQL that makes the rows on the server, or a file of them */
  rows: { sql: string; setup: string } | { csv: () => AsyncIterable<string> };
  /** further tables the queries need */
  extras: (client: Client) => Promise<void>;
  queries: Query[];
}

/** One question, the same SQL for every target. */
export interface Query {
  name: string;
  title: string;
  sql: string;
  /** where DuckDB needs other words for the same question */
  duckdb?: string;
  /** ratio that issue 5 asks for against plain partitions */
  reach?: number;
}

/** Scale of a run: rows asked for, about. */
export interface Scale {
  rows: number;
}
