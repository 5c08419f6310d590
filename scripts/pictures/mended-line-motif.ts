import { line, litLine } from "./drawing.ts";
import type { Motif } from "./motif.ts";

const broken = ["M-10 170H184", "M192 174L232 182", "M249 189L275 211", "M287 239L313 233"];
const mending = [
  "M331 246L349 254",
  "M369 238L383 214",
  "M405 195L435 181",
  "M456 167L496 153",
  "M508 146H650",
];

/** Whole, then in pieces, then whole again: mended by the light, and not where it was before. */
export function mendedLine(): Motif {
  return {
    lands: [400, 200],
    lines: [
      ...broken.map((piece) => line(piece, "text-quiet", 3)),
      ...mending.map((piece) => litLine(piece)),
    ],
  };
}
