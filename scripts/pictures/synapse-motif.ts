import { points, through } from "./curves.ts";
import { dot, line, litLine } from "./drawing.ts";
import type { Motif } from "./motif.ts";

const sending = [
  "-10,120 90,130 180,164 270,172 334,172",
  "90,130 180,128 254,92 326,88",
  "180,164 236,204 276,246 330,254",
].map(points);
const receiving = [
  "650,210 570,194 500,172 424,172",
  "570,194 512,132 474,96 416,90",
  "570,194 508,218 474,246 420,252",
].map(points);
const bulbs = points("334,172 326,88 330,254");
const crossing = points("362,164 380,178 396,166 356,82 378,94 362,260 384,248");
const cups = ["M418 157q12 15 0 30", "M410 75q12 15 0 30", "M414 237q12 15 0 30"];

/** Nerve endings that never touch, and what crosses between them. */
export function synapse(): Motif {
  return {
    lands: [378, 172],
    lines: [
      ...receiving.map((branch) => line(through(branch))),
      ...cups.map((cup) => line(cup)),
      ...sending.map((branch) => litLine(through(branch))),
      ...bulbs.map((bulb) => dot(bulb, 7, "light")),
      ...crossing.map((spark) => dot(spark, 3, "light-strong")),
    ],
  };
}
