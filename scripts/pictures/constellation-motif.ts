import { points, straight } from "./curves.ts";
import { dot, line, litDot } from "./drawing.ts";
import type { Motif } from "./motif.ts";

const heart = [392, 168] as const;
const chain = points("196,96 268,138 344,84 392,168 474,122 546,74");
const branch = points("392,168 348,246 436,282 506,226 474,122");
const far = points("110,60 150,168 250,40 440,44 590,170 290,300 60,128");

/** Traits that only together make a figure. */
export function constellation(): Motif {
  const stars = [...chain, ...branch];
  return {
    lands: heart,
    lines: [
      ...far.map((star) => dot(star, 2.5, "faint")),
      line(straight(chain)),
      line(straight(branch)),
      ...stars.map((star) => dot(star, 5)),
      litDot(heart, 9),
    ],
  };
}
