/**
 * How values come out of Postgres: int8 as bigint, times as RFC 3339 text with six digits, intervals as
 * Postgres prints them, json parsed. Nothing passes through Date or a lossy number.
 */
import type { CustomTypesConfig } from "pg";

const pattern = /^(\d{4,6})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?\+00( BC)?$/;

/** timestamptz as Postgres prints it under TimeZone=UTC, DateStyle=ISO. */
export function parseTimestamp(text: string): string {
  const match = pattern.exec(text);
  // infinity and -infinity stay as they are
  if (match === null) return text;
  const [, year = "", month, day, hour, minute, second, digits = "", before] = match;
  let yearText = year;
  // ISO 8601: 1 BC is year 0, and years beyond four digits carry their sign
  if (before !== undefined) {
    const number = Number(year) - 1;
    yearText = number === 0 ? "0000" : `-${String(number).padStart(6, "0")}`;
  } else if (year.length > 4) yearText = `+${year.padStart(6, "0")}`;
  return `${yearText}-${month}-${day}T${hour}:${minute}:${second}.${digits.padEnd(6, "0")}Z`;
}

/** One dimension of text, quoted as Postgres does. */
function parseArray<T>(text: string, parse: (item: string) => T): (T | null)[] {
  const items: (T | null)[] = [];
  let index = 1;
  while (index < text.length - 1) {
    if (text[index] === '"') {
      let value = "";
      index += 1;
      while (text[index] !== '"') {
        if (text[index] === "\\") index += 1;
        value += text[index] ?? "";
        index += 1;
      }
      items.push(parse(value));
      index += 2;
    } else {
      let end = text.indexOf(",", index);
      if (end === -1) end = text.length - 1;
      const value = text.slice(index, end);
      items.push(value === "NULL" ? null : parse(value));
      index = end + 1;
    }
  }
  return items;
}

const same = (text: string): string => text;
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === "t"],
  [20, BigInt],
  [21, Number],
  [23, Number],
  [26, Number],
  [700, Number],
  [701, Number],
  [114, (text) => JSON.parse(text) as unknown],
  [3802, (text) => JSON.parse(text) as unknown],
  [1184, parseTimestamp],
  [1016, (text) => parseArray(text, BigInt)],
  [1005, (text) => parseArray(text, Number)],
  [1007, (text) => parseArray(text, Number)],
  [1028, (text) => parseArray(text, Number)],
  [1003, (text) => parseArray(text, same)],
  [1009, (text) => parseArray(text, same)],
  [1015, (text) => parseArray(text, same)],
  [17, (text) => Buffer.from(text.slice(2), "hex")],
]);

const identity = (value: string): string => value;

export const types: CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    parsers.get(oid) ?? identity) as CustomTypesConfig["getTypeParser"],
};

/** For the SQL page: everything as the text Postgres prints. */
export const textTypes: CustomTypesConfig = {
  getTypeParser: (() => identity) as CustomTypesConfig["getTypeParser"],
};
