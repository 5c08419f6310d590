import { colour } from "./palette.ts";
import type { PlannedPicture } from "./picture-list.ts";

export const jpeg = { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" };
export const avif = { quality: 52, effort: 6, chromaSubsampling: "4:4:4" };

/** All that decides how a picture looks, besides its source. */
export function recipeOf({ kind, width, height }: PlannedPicture): string {
  return JSON.stringify({ kind, width, height, jpeg, avif, background: colour("page") });
}
