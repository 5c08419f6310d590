import { straight } from "./curves.ts";
import { line, litLine } from "./drawing.ts";
import type { Point } from "./light.ts";
import type { Motif } from "./motif.ts";

const middle = 168;
const crossings = [40, 140, 240, 340, 440, 540];
const gap = 6;
const step = 2;

/** Two lines woven: each goes over the other in turn, and neither gives up its own way. */
export function braid(): Motif {
  const over = crossings.filter((_, index) => index % 2 === 0);
  const under = crossings.filter((_, index) => index % 2 === 1);
  return {
    lands: [380, middle],
    lines: [
      ...strand(1, over).map((part) => line(part, "text-quiet", 3)),
      ...strand(-1, under).map((part) => litLine(part)),
    ],
  };
}

/** The strand in pieces: where it goes under the other, it stops for a moment. */
function strand(side: 1 | -1, hiddenAt: number[]): string[] {
  const pieces: Point[][] = [[]];
  for (let x = -step; x <= 640 + step; x += step) {
    if (hiddenAt.some((crossing) => Math.abs(x - crossing) < gap)) pieces.push([]);
    else pieces.at(-1)?.push([x, middle + side * height(x)]);
  }
  return pieces.filter((piece) => piece.length > 1).map(straight);
}

function height(x: number): number {
  const swell = 26 + 50 * Math.exp(-(((x - 380) / 190) ** 2));
  return Math.round(10 * swell * Math.sin(((x - 240) / 100) * Math.PI)) / 10;
}
