import { points, through } from "./curves.ts";
import { line, litLine } from "./drawing.ts";
import type { Motif } from "./motif.ts";

/** Up the stem, round the back, over the crown and down the brow, then into the great fold. */
const crown = points(
  "456,352 446,306 440,270 474,264 504,238 502,208 522,172 516,124 486,80 432,50 372,40 " +
    "312,46 258,70 222,108 212,152 226,188 268,202 320,196 374,176 418,150",
);
const temple = points("282,204 266,222 282,246 326,260 372,260 400,276 410,310 414,352");
const folds = [
  "374,41 358,74 376,104 358,142",
  "312,46 300,84 318,112 304,156",
  "222,108 252,112 266,136 254,166",
  "436,51 418,84 436,112 462,118",
  "516,124 484,138 478,168 458,186",
  "316,230 366,222 408,202 438,208",
  "502,208 470,222 440,270",
].map(points);

export function brain(): Motif {
  return {
    lands: [372, 150],
    lines: [
      ...folds.map((fold) => line(through(fold))),
      litLine(through(crown)),
      litLine(through(temple)),
    ],
  };
}
