import { line, litLine, type Tone } from "./drawing.ts";
import type { Motif } from "./motif.ts";

const middle = 320;
const cord = 206;
const floor = 300;
const sides = [-1, 1] as const;

/** How far the light reaches into the folds, from the opening outwards. */
const folds: Tone[] = ["text-quiet", "text-quiet", "faint", "faint", "faint"];

/** The curtain, just opened. */
export function curtain(): Motif {
  return {
    lamp: [middle, -200],
    lands: [middle, floor - 30],
    lines: [
      line(`M0 ${floor}H640`, "faint", 2),
      ...sides.flatMap((side) => folds.map((tone, index) => line(fold(side, index + 1), tone))),
      ...sides.map((side) => litLine(fold(side, 0))),
    ],
  };
}

/** A fold hangs from the rail, is gathered by the cord and falls to the floor. */
function fold(side: -1 | 1, number: number): string {
  const top = middle + side * (10 + number * 56);
  const gathered = middle + side * (190 + number * 12);
  const bottom = middle + side * (194 + number * 26);
  const swung = `C${top + side * 8} 80 ${gathered - side * (70 - number * 14)} 150 ${gathered} ${cord}`;
  return `M${top} -4${swung}C${gathered} ${cord + 30} ${bottom} ${cord + 50} ${bottom} ${floor}`;
}
