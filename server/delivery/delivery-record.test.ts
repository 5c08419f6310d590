import { expect, test } from "vitest";
import { retryDelayMs } from "./delivery-record.ts";

test.each([
  [1, 1, 1_000],
  [2, 1, 2_000],
  [4, 0.5, 4_000],
  [7, 0, 0],
  [7, 1, 60_000],
  [15, 1, 60_000],
  [16, 1, 120_000],
  [20, 1, 1_920_000],
  [21, 1, 3_600_000],
  [500, 1, 3_600_000],
])(
  "after try %i, with the random number %f, the next try comes after %i ms",
  (attempts, random, delay) => {
    expect(retryDelayMs(attempts, () => random)).toBe(delay);
  },
);
