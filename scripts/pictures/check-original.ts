import { closeSync, openSync, readSync } from "node:fs";
import sharp from "sharp";
import type { PlannedPicture } from "./picture-list.ts";
import { pictures as say } from "./sentences.ts";

/** The largest part of an original that the crop may take away: a photo of 4:3 just fits a picture of 16:9. */
const maxLostPart = 0.25;
/** A picture of half the size is still sharp on an ordinary screen. */
const minPartOfSize = 0.5;

type Size = { width: number; height: number };
/** A refused original is not used; one with an advice is. Both sentences say what to do. */
export type OriginalCheck = { kind: "good" } | { kind: "advice" | "refused"; sentence: string };

export async function checkOriginal(file: string, picture: PlannedPicture): Promise<OriginalCheck> {
  if (isHeic(file)) return { kind: "refused", sentence: say.heic(file) };
  const size = await sizeOf(file);
  return size === undefined
    ? { kind: "refused", sentence: say.broken(file) }
    : checkSize(file, size, picture);
}

function checkSize(file: string, size: Size, picture: PlannedPicture): OriginalCheck {
  const has = `${size.width} × ${size.height}`;
  const wants = `${picture.width} × ${picture.height}`;
  const lost = lostPart(size, picture);
  if (lost > maxLostPart) {
    const percent = Math.round(lost * 100);
    return { kind: "refused", sentence: say.wrongShape(file, has, percent, picture.ratio) };
  }
  const scale = Math.min(size.width / picture.width, size.height / picture.height);
  if (scale < minPartOfSize) return { kind: "refused", sentence: say.tooSmall(file, has, wants) };
  return scale < 1
    ? { kind: "advice", sentence: say.ratherSmall(file, has, wants) }
    : { kind: "good" };
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
async function sizeOf(file: string): Promise<Size | undefined> {
  try {
    const { autoOrient } = await sharp(file).metadata();
    // Reads every pixel: a file that was cut off has a size too.
    await sharp(file).stats();
    return autoOrient;
  } catch {
    return undefined;
  }
}

function lostPart(size: Size, { width, height }: PlannedPicture): number {
  const ratio = size.width / size.height / (width / height);
  return 1 - Math.min(ratio, 1 / ratio);
}
