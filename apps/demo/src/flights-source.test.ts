import { expect, test } from "vitest";
import { countFlights, flightChunks, flightColumns } from "./flights-source.js";

test("three million flights are there, their times with a zone and their columns in order", async () => {
  expect(await countFlights()).toBe(3_000_000);
  for await (const chunk of flightChunks()) {
    expect(chunk.length).toBeGreaterThan(0);
    for (const flight of chunk) {
      expect(flight).toHaveLength(flightColumns.length);
      expect(flight[0]).toMatch(/^2001-\d\d-\d\d \d\d:\d\d:\d\d\+00$/);
      expect(flight[1]).toMatch(/^[A-Z0-9]{3}$/);
      expect(flight[2]).toMatch(/^[A-Z0-9]{3}$/);
      expect(Number(flight[4])).toBeGreaterThan(0);
    }
    // the first chunk stands for all of them; leaving the loop closes the reader
    return;
  }
  throw new Error("no flight came");
}, 60_000);
