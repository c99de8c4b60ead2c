// The model itself: histories that each anomaly makes, which it must not pass, and one that it must.
import { check } from "./model.mjs";

let clock = 0;
/** A transaction of reads ({key: list}) and appends ([key, element]), after all before it or, beside: true, overlapping the last. */
function tx(id, reads, appends, { beside = false, state = "committed", undone = [] } = {}) {
  const begun = beside ? clock - 5 : clock + 1;
  clock = Math.max(clock, begun) + 10;
  return {
    id,
    state,
    begun,
    ended: clock,
    appends,
    undone,
    reads: reads.map((rows) => ({
      begun: begun + 1,
      ended: begun + 2,
      rows: Object.entries(rows).map(([k, l]) => [Number(k), l]),
    })),
  };
}
const at = (o) => new Map(Object.entries(o).map(([k, l]) => [Number(k), l]));

const cases = [
  [
    "a plain history",
    ["rc", "rr", "s"],
    [],
    () => [[tx("a", [], [[1, "a"]]), tx("b", [{ 1: ["a"] }], [[1, "b"]])], at({ 1: ["a", "b"] })],
  ],
  [
    "a lost update",
    [],
    ["rc", "rr", "s"],
    () => [
      [tx("a", [{ 1: [] }], [[1, "a"]]), tx("b", [{ 1: [] }], [[1, "b"]], { beside: true })],
      at({ 1: ["b"] }),
    ],
  ],
  [
    "an aborted write that stayed",
    [],
    ["rc", "rr", "s"],
    () => [[tx("a", [], [[1, "a"]], { state: "rolled back" })], at({ 1: ["a"] })],
  ],
  [
    "a part rolled back that stayed",
    [],
    ["rc", "rr", "s"],
    () => [[tx("a", [], [], { undone: [[1, "a"]] })], at({ 1: ["a"] })],
  ],
  [
    "a row there twice",
    [],
    ["rc", "rr", "s"],
    () => [[tx("a", [], [[1, "a"]])], at({ 1: ["a", "a"] })],
  ],
  [
    "a version that never was",
    [],
    ["rc", "rr", "s"],
    () => [
      [tx("a", [], [[1, "a"]]), tx("b", [{ 1: ["x"] }], []), tx("x", [], [[2, "x"]])],
      at({ 1: ["a"], 2: ["x"] }),
    ],
  ],
  [
    "half of a transaction",
    [],
    ["rc", "rr", "s"],
    () => [
      [
        tx(
          "a",
          [],
          [
            [1, "a"],
            [2, "a2"],
          ],
        ),
        tx("b", [{ 1: ["a"], 2: [] }], [], { beside: true }),
      ],
      at({ 1: ["a"], 2: ["a2"] }),
    ],
  ],
  [
    "a stale read",
    [],
    ["rc", "rr"],
    () => [[tx("a", [], [[1, "a"]]), tx("b", [{ 1: [] }], [])], at({ 1: ["a"] })],
  ],
  [
    "a long fork",
    [],
    ["rc", "rr", "s"],
    () => [
      [
        tx("a", [], [[1, "a"]]),
        tx("b", [], [[2, "b"]], { beside: true }),
        tx("c", [{ 1: ["a"], 2: [] }], [], { beside: true }),
        tx("d", [{ 1: [], 2: ["b"] }], [], { beside: true }),
      ],
      at({ 1: ["a"], 2: ["b"] }),
    ],
  ],
  [
    "a write skew",
    ["rr"],
    ["s"],
    () => [
      [tx("a", [{ 2: [] }], [[1, "a"]]), tx("b", [{ 1: [] }], [[2, "b"]], { beside: true })],
      at({ 1: ["a"], 2: ["b"] }),
    ],
  ],
  [
    "two reads of one snapshot that differ",
    ["rc"],
    ["rr", "s"],
    () => [
      [tx("a", [], [[1, "a"]]), tx("b", [{ 1: [] }, { 1: ["a"] }], [], { beside: true })],
      at({ 1: ["a"] }),
    ],
  ],
];

/** Throws where the model passes what it must not, or the reverse. */
export function selfTest() {
  for (const [name, passes, fails, make] of cases) {
    for (const level of [...passes, ...fails]) {
      clock = 0;
      const faults = check(...make(), level);
      if (faults.length === 0 && fails.includes(level))
        throw new Error(`the model passes ${name} under ${level}`);
      if (faults.length > 0 && passes.includes(level))
        throw new Error(`the model refuses ${name} under ${level}: ${faults[0]}`);
    }
  }
}
