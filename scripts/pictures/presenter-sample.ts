import { drawnOnStage, line, litLine, words } from "./drawing.ts";
import { sampleWords } from "./sample-words.ts";

const size = { width: 720, height: 900 };

/** The stage before the speaker comes: a chair, and the light already on it. */
export function presenterSample(): Promise<Buffer> {
  const light = { lamp: [640, -190], lands: [360, 690], spread: 250 } as const;
  const over = [
    line("M0 590H720", "faint", 2),
    `<g transform="translate(-54 -108) scale(1.15)">${chair().join("")}</g>`,
    words(sampleWords.presenter, { x: 64, y: 836, size: 32 }),
  ];
  return drawnOnStage(size, { light, over });
}

/** A bentwood chair, as few lines as it takes. */
function chair(): string[] {
  const seat = "M262 520a98 26 0 1 0 196 0a98 26 0 1 0-196 0Z";
  const ring = "M274 626a86 17 0 1 0 172 0a86 17 0 1 0-172 0Z";
  const back = "M276 508C264 400 280 262 360 262S456 400 444 508";
  const loop = "M318 496C312 410 322 326 360 326S408 410 402 496";
  const legs = [
    "M284 540C280 610 266 680 250 744",
    "M436 540C440 610 454 680 470 744",
    "M316 546C314 600 308 650 300 696",
    "M404 546C406 600 412 650 420 696",
  ];
  return [...legs, ring, seat, loop]
    .map((part) => line(part, "text", 3))
    .concat(litLine(back, 3.5));
}
