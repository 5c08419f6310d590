import type { Slice } from "./figures.ts";

export type Minute = { minute: number; views: number; signUps: number };
type Slices = { first: number; lengthMs: number; now: number };

/** Puts the minutes together to slices of this length, from the first slice to the present one, also the empty ones. */
export function inSlices(minutes: readonly Minute[], { first, lengthMs, now }: Slices): Slice[] {
  const count = Math.max(0, Math.floor((now - first) / lengthMs) + 1);
  const slices = Array.from({ length: count }, (_, index) => {
    return { start: first + index * lengthMs, views: 0, signUps: 0 };
  });
  for (const { minute, views, signUps } of minutes) {
    const slice = slices[Math.floor((minute - first) / lengthMs)];
    if (slice === undefined) continue;
    slice.views += views;
    slice.signUps += signUps;
  }
  return slices;
}
