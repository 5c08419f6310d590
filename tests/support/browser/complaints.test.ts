import { expect, test } from "vitest";
import { compareComplaints } from "./complaints.ts";

test("a complaint that was not expected is unexpected", () => {
  expect(compareComplaints(["404"], [])).toEqual({ unexpected: ["404"], missing: [] });
});

test("an expected complaint that did not come is missing", () => {
  const missing = ["/404/: 0 of 1"];
  expect(compareComplaints([], [{ pattern: /404/, times: 1 }])).toEqual({
    unexpected: [],
    missing,
  });
});

test("an expected complaint may come exactly as often as expected", () => {
  const expected = [{ pattern: /404/, times: 2 }];
  expect(compareComplaints(["404"], expected).missing).toEqual(["/404/: 1 of 2"]);
  expect(compareComplaints(["404", "404"], expected)).toEqual({ unexpected: [], missing: [] });
  expect(compareComplaints(["404", "404", "404"], expected).unexpected).toEqual(["404"]);
});

test("a complaint expected once or more may come often, but must come", () => {
  const expected = [{ pattern: /404/, times: "once or more" }] as const;
  expect(compareComplaints(["404", "404"], expected)).toEqual({ unexpected: [], missing: [] });
  expect(compareComplaints([], expected).missing).toEqual(["/404/: 0 of once or more"]);
});

test("one complaint does not count for two expectations", () => {
  const twice = [
    { pattern: /404/, times: 1 },
    { pattern: /40/, times: 1 },
  ];
  expect(compareComplaints(["404"], twice).missing).toEqual(["/40/: 0 of 1"]);
});
