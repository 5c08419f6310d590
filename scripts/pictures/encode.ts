import { mkdir } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { colour } from "./palette.ts";

type Size = { width: number; height: number };
type Named = Size & { name: string };

const folder = "public/pictures";
const jpeg = { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" };
const avif = { quality: 52, effort: 6, chromaSubsampling: "4:4:4" };

/** Whole and half width, each as AVIF and JPEG, as `site/ui/picture.tsx` asks for them. */
export async function encodePicture(source: Buffer | string, picture: Named): Promise<void> {
  const { name, width: whole, height } = picture;
  await mkdir(folder, { recursive: true });
  for (const width of [whole, whole / 2]) {
    const pixels = cropped(source, { width, height: (height * width) / whole });
    await pixels.clone().avif(avif).toFile(`${folder}/${name}-${width}.avif`);
    await pixels.clone().jpeg(jpeg).toFile(`${folder}/${name}-${width}.jpg`);
  }
}

/** Messengers take one picture of one size, and not every one of them reads AVIF. */
export async function encodeSocialPicture(source: Buffer | string, picture: Named): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cropped(source, picture).jpeg(jpeg).toFile(`${folder}/${picture.name}.jpg`);
}

/** Upright, filling the frame from the middle. What a camera notes in a file (place, device) is left out. */
function cropped(source: Buffer | string, { width, height }: Size): Sharp {
  return sharp(source)
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .flatten({ background: colour("stage") });
}
