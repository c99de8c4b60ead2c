import { expect, it } from "vitest";
import { misjudged, parsePlan } from "./plan";

const plan = [
  {
    Plan: {
      "Node Type": "Append",
      "Plan Rows": 10,
      "Actual Rows": 2000,
      "Actual Loops": 1,
      "Actual Total Time": 10,
      Plans: [
        {
          "Node Type": "Custom Scan",
          "Custom Plan Provider": "SealstoneColumnScan",
          "Relation Name": "p1",
          "Actual Total Time": 3,
          "Actual Loops": 2,
          "Row Groups Read": 4,
        },
      ],
    },
  },
];

it("marks our nodes and names what they read", () => {
  const root = parsePlan(plan);
  expect(root?.ours).toBe(false);
  const scan = root?.children[0];
  expect(scan?.ours).toBe(true);
  expect(scan?.title).toBe("Sealstone Column Scan");
  expect(scan?.target).toBe("p1");
  expect(scan?.facts).toContainEqual(["Row Groups Read", "4"]);
});

it("takes the time below from the time of a node, all loops counted", () => {
  expect(parsePlan(plan)?.own).toBe(4);
});

it("says when the planner was far off", () => {
  const root = parsePlan(plan);
  expect(root && misjudged(root)).toMatch(/200 times too few/);
});

it("makes nothing of what is no plan", () => {
  expect(parsePlan(null)).toBeUndefined();
  expect(parsePlan([{ other: 1 }])).toBeUndefined();
});
