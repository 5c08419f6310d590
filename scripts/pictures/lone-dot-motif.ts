import { dot, line, litDot } from "./drawing.ts";
import type { Motif } from "./motif.ts";

const ground = 206;
const alone = 524;
const together = [186, 208, 244, 266, 288, 324, 346];

/** One of the same kind, far from the others. */
export function loneDot(): Motif {
  return {
    lands: [alone, ground],
    lines: [
      line(`M0 ${ground}H640`, "faint", 2),
      ...together.map((x) => dot([x, ground - 11], 7)),
      litDot([alone, ground - 11], 8),
    ],
  };
}
