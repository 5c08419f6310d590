import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { colour } from "./palette.ts";
import { filesOf, type PlannedPicture } from "./picture-list.ts";
import { avif, jpeg } from "./recipe.ts";

/** The files are written here first, so that `public/pictures/` never has a half-written file. */
const unfinished = "build/unfinished-pictures";

/** Writes all files of a picture into the folder, or none if the source cannot be read. */
export async function encodePicture(
  source: Buffer | string,
  picture: PlannedPicture,
  folder: string,
): Promise<void> {
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await mkdir(folder, { recursive: true });
  const files = filesOf(picture);
  for (const file of files) {
    if (picture.kind === "logo") await writeFile(`${unfinished}/${file}`, await bytesOf(source));
    else await encode(source, picture, file);
  }
  for (const file of files) await rename(`${unfinished}/${file}`, `${folder}/${file}`);
}

async function encode(source: Buffer | string, picture: PlannedPicture, file: string) {
  const width = Number(/-(\d+)\.\w+$/.exec(file)?.[1] ?? picture.width);
  const height = Math.round((picture.height * width) / picture.width);
  const pixels = cropped(source, width, height);
  const encoded = file.endsWith(".avif") ? pixels.avif(avif) : pixels.jpeg(jpeg);
  await encoded.toFile(`${unfinished}/${file}`);
}

async function bytesOf(source: Buffer | string): Promise<Buffer> {
  return typeof source === "string" ? readFile(source) : source;
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
