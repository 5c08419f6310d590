import { expect, test } from "vitest";
import type { PageReport } from "./page-report.ts";
import { parsePageReport } from "./parse-page-report.ts";

const report = {
  source: "direct",
  steps: [
    ["view", "none", 1],
    ["sent", "popup", 20],
  ],
} satisfies PageReport;

test("the report of a page is read as it was sent, without parts that no page sends", () => {
  expect(parsePageReport(JSON.parse(JSON.stringify(report)))).toEqual(report);
  expect(parsePageReport({ ...report, name: "Ana" })).toEqual(report);
});

test.each([
  undefined,
  null,
  "view",
  [],
  {},
  { ...report, source: "canary" },
  { ...report, steps: [["kept", "popup", 1]] },
  { ...report, steps: [["view", "operator", 1]] },
  { ...report, steps: [["view", "none", 0]] },
  { ...report, steps: [["view", "none", 2]] },
  { ...report, steps: Array(2).fill(["view", "none", 1]) },
  { ...report, steps: [["sent", "popup", 22]] },
  { ...report, steps: Array(22).fill(["sent", "popup", 1]) },
  { ...report, steps: [["sent", "popup", 1e308]] },
  { ...report, steps: [["view", "none", 1.5]] },
  { ...report, steps: [["view", "none", "1"]] },
])("%j is no report of a page", (input) => {
  expect(parsePageReport(input)).toBeUndefined();
});
