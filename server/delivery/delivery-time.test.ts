import { expect, test } from "vitest";
import { minutesToDeliver } from "./delivery-time.ts";

const target = { list: "2", tags: ["black", "new"] };

test.each([
  [0, 0, 0],
  [50, 0, 1],
  [51, 0, 1],
  [30_000, 0, 2],
  [0, 540, 10],
  [5_000, 54, 2],
])(
  "%i leads by imports and %i individually take at least %i min",
  (importable, individually, minutes) => {
    expect(minutesToDeliver({ importable, individually }, target)).toBe(minutes);
  },
);
