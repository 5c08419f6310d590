import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { colour } from "./palette.ts";
import { avif, jpeg } from "./picture-findings.ts";
import { filesOf, type PlannedPicture } from "./picture-list.ts";

/**
 * Writes all files of a picture into the folder, or none if the source cannot be read. The files are written into a
 * folder in it first. If this process is killed, that folder stays, and the next `npm run pictures` removes it.
 */
export async function encodePicture(
  source: Buffer | string,
  picture: PlannedPicture,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = await mkdtemp(`${folder}/.unfinished-`);
  try {
    for (const file of filesOf(picture)) await write(source, picture, join(unfinished, file));
    for (const file of filesOf(picture)) await rename(join(unfinished, file), join(folder, file));
  } finally {
    await rm(unfinished, { recursive: true });
  }
}

async function write(source: Buffer | string, picture: PlannedPicture, file: string) {
  const width = Number(/-(\d+)\.\w+$/.exec(file)?.[1] ?? picture.width);
  const height = Math.round((picture.height * width) / picture.width);
  const pixels = cropped(source, width, height);
  const encoded = file.endsWith(".avif") ? pixels.avif(avif) : pixels.jpeg(jpeg);
  await encoded.toFile(file);
}

/**
 * Returns the picture turned upright and cropped around its middle, without data that a camera adds, like the place.
 */
function cropped(source: Buffer | string, width: number, height: number): Sharp {
  return (
    sharp(source)
      .autoOrient()
      // Lets sharp itself shrink the picture, not the decoder of its format, so that a picture looks the same from
      // JPEG, PNG and WebP.
      .resize(width, height, { fit: "cover", fastShrinkOnLoad: false })
      .flatten({ background: colour("page") })
  );
}
