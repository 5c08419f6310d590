import { expect, test } from "vitest";
import type { PageReport } from "./page-report.ts";
import { parsePageReport } from "./parse-page-report.ts";

const report = {
  source: "direct",
  device: "phone",
  steps: [
    ["view", "none", 1],
    ["sent", "popup", 20],
  ],
  vitals: [["lcp", "good"]],
  errors: [["TypeError", "islands-1.js"]],
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
  { ...report, device: "watch" },
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
  { ...report, vitals: [["lcp", "1200"]] },
  { ...report, vitals: Array(4).fill(["lcp", "good"]) },
  { ...report, errors: [["TypeError", 1]] },
  { ...report, errors: Array(6).fill(["TypeError", "islands-1.js"]) },
])("%j is no report of a page", (input) => {
  expect(parsePageReport(input)).toBeUndefined();
});
