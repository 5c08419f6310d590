import { mkdir } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { colour } from "./palette.ts";

type Size = { width: number; height: number };
type Named = Size & { name: string };

const folder = "public/pictures";
const jpeg = { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" };
const avif = { quality: 52, effort: 6, chromaSubsampling: "4:4:4" };

/**
 * Writes the picture in whole and in half width, each as AVIF and as JPEG: the four files that `site/ui/picture.tsx`
 * names.
 */
export async function encodePicture(source: Buffer | string, picture: Named): Promise<void> {
  const { name, width: whole, height } = picture;
  await mkdir(folder, { recursive: true });
  for (const width of [whole, whole / 2]) {
    const pixels = cropped(source, { width, height: (height * width) / whole });
    await pixels.clone().avif(avif).toFile(`${folder}/${name}-${width}.avif`);
    await pixels.clone().jpeg(jpeg).toFile(`${folder}/${name}-${width}.jpg`);
  }
}

/**
 * Writes the preview picture in one size and only as JPEG, because messengers show one picture and some cannot read
 * AVIF.
 */
export async function encodeSocialPicture(source: Buffer | string, picture: Named): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cropped(source, picture).jpeg(jpeg).toFile(`${folder}/${picture.name}.jpg`);
}

/**
 * Returns the picture turned upright and cropped around its middle, without data that a camera adds, like the place.
 */
function cropped(source: Buffer | string, { width, height }: Size): Sharp {
  return (
    sharp(source)
      .autoOrient()
      // Lets sharp itself shrink the picture, not the decoder of its format, so that a picture looks the same from
      // JPEG, PNG and WebP.
      .resize(width, height, { fit: "cover", fastShrinkOnLoad: false })
      .flatten({ background: colour("page") })
  );
}
