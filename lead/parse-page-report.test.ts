import { expect, test } from "vitest";
import type { PageReport } from "./page-report.ts";
import { parsePageReport } from "./parse-page-report.ts";

const report = {
  source: "direct",
  device: "phone",
  steps: [
    ["view", "none", 1],
    ["sent", "popup", 99],
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
  { ...report, steps: [["view", "none", 100]] },
  { ...report, steps: [["view", "none", 1.5]] },
  { ...report, steps: [["view", "none", "1"]] },
  { ...report, vitals: [["lcp", "1200"]] },
  { ...report, errors: [["TypeError", 1]] },
])("%j is no report of a page", (input) => {
  expect(parsePageReport(input)).toBeUndefined();
});
