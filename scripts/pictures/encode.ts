import { mkdir } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { colour } from "./palette.ts";

type Size = { width: number; height: number };
type Named = Size & { name: string };

const folder = "public/pictures";
const jpeg = { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" };
const avif = { quality: 52, effort: 6, chromaSubsampling: "4:4:4" };

/** Writes whole and half width, each as AVIF and JPEG: the four files that `site/ui/picture.tsx` names. */
export async function encodePicture(source: Buffer | string, picture: Named): Promise<void> {
  const { name, width: whole, height } = picture;
  await mkdir(folder, { recursive: true });
  for (const width of [whole, whole / 2]) {
    const pixels = cropped(source, { width, height: (height * width) / whole });
    await pixels.clone().avif(avif).toFile(`${folder}/${name}-${width}.avif`);
    await pixels.clone().jpeg(jpeg).toFile(`${folder}/${name}-${width}.jpg`);
  }
}

/** One size, and only JPEG: messengers show one picture, and some of them cannot read AVIF. */
export async function encodeSocialPicture(source: Buffer | string, picture: Named): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cropped(source, picture).jpeg(jpeg).toFile(`${folder}/${picture.name}.jpg`);
}

/** Turned upright and cropped around the middle. Data that a camera adds, like the place, is left out. */
function cropped(source: Buffer | string, { width, height }: Size): Sharp {
  return (
    sharp(source)
      .autoOrient()
      // sharp itself shrinks, and not the decoder of the format: so a picture looks the same from JPEG, PNG and WebP.
      .resize(width, height, { fit: "cover", fastShrinkOnLoad: false })
      .flatten({ background: colour("page") })
  );
}
