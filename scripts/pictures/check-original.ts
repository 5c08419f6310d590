import { closeSync, openSync, readSync } from "node:fs";
import sharp from "sharp";
import { pictures as say } from "#phrases/pictures.ts";
import type { PlannedPicture } from "./picture-list.ts";

/** The largest part of an original that the crop may take away: a photo of 4:3 just fits a picture of 16:9. */
const maxLostPart = 0.25;
/** A picture of half the size is still sharp on an ordinary screen. */
const minPartOfSize = 0.5;

/** Says why a picture cannot be made from an original, and what to do; undefined if it can. */
export async function checkOriginal(
  file: string,
  picture: PlannedPicture,
): Promise<string | undefined> {
  if (isHeic(file)) return say.heic(file);
  const size = await sizeOf(file);
  if (size === undefined) return say.broken(file);
  const has = `${size.width} × ${size.height}`;
  const lost = lostPart(size, picture);
  if (lost > maxLostPart) return say.wrongShape(file, has, Math.round(lost * 100), picture.shape);
  const scale = Math.min(size.width / picture.width, size.height / picture.height);
  if (scale < minPartOfSize) return say.tooSmall(file, has, `${picture.width} × ${picture.height}`);
  return undefined;
}

/** An iPhone's photo may have the ending of a JPEG: its first bytes tell what it is. */
function isHeic(file: string): boolean {
  const start = Buffer.alloc(12);
  const opened = openSync(file, "r");
  readSync(opened, start, 0, start.length, 0);
  closeSync(opened);
  return /^ftyp(?:hei|hev|mif1|msf1)/.test(start.toString("latin1", 4));
}

/** The size of the upright picture; undefined if the file is broken or is no picture. */
async function sizeOf(file: string): Promise<{ width: number; height: number } | undefined> {
  try {
    const { autoOrient } = await sharp(file).metadata();
    // Reads every pixel: a file that was cut off has a size too.
    await sharp(file).stats();
    return autoOrient;
  } catch {
    return undefined;
  }
}

function lostPart(
  size: { width: number; height: number },
  { width, height }: PlannedPicture,
): number {
  const ratio = size.width / size.height / (width / height);
  return 1 - Math.min(ratio, 1 / ratio);
}
