import type { Point } from "./light.ts";

/** The drawing of one lesson on 640 × 360: where the light comes from and lands, and the lines. */
export type Motif = { lamp?: Point; lands: Point; lines: string[] };
