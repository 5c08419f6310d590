import { expect, test } from "vitest";
import { backoffMs, pauseFor, probeRestMs } from "./delivery-record.ts";

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
])("try %i with chance %f waits %i ms", (attempts, chance, waited) => {
  expect(backoffMs(attempts, () => chance)).toBe(waited);
});

test.each([
  [1, 1, 1_000],
  [1, 0, 500],
  [2, 1, 2_000],
  [6, 1, 32_000],
  [7, 1, 55_000],
  [7, 0, 27_500],
  [5_000, 1, 55_000],
])(
  "after %i failures in a row, with the random number %f, a closed way rests %i ms",
  (failures, chance, rest) => {
    expect(probeRestMs(failures, () => chance)).toBe(rest);
  },
);

test.each([
  [1_000, 1, 1_000],
  [1_000, 3, 4_000],
  [1_000, 9, 60_000],
  [30_000, 3, 30_000],
  [900_000, 9, 900_000],
])(
  "when a pause of %i ms is asked for the %ith time in a row, it lasts %i ms",
  (asked, times, pause) => {
    expect(pauseFor(asked, times)).toBe(pause);
  },
);
