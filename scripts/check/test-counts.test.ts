import { expect, test } from "vitest";
import { sumLine, withMissing } from "./test-counts.mjs";

const passed = { passed: 16, failed: 0, skipped: 0 };

test("a missing engine counts as skipped on a developer's machine", () => {
  expect(sumLine([withMissing(passed, 1, false)])).toBe("16 passed, 0 failed, 1 skipped");
});

test("a missing engine counts as failed in CI", () => {
  expect(sumLine([withMissing(passed, 2, true)])).toBe("16 passed, 2 failed");
});

test("when no engine is missing, the sum is that of the journeys", () => {
  expect(sumLine([withMissing(passed, 0, true)])).toBe("16 passed, 0 failed");
});
