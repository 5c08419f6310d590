import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test.each([
  [1, 1, 1_000],
  [2, 1, 2_000],
  [4, 0.5, 4_000],
  [13, 1, 3_600_000],
  [500, 1, 3_600_000],
  [7, 0, 0],
])("try %i with chance %f waits %i ms", (attempts, chance, waited) => {
  expect(backoffMs(attempts, () => chance)).toBe(waited);
});
