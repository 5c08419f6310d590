import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { colour } from "./palette.ts";
import { filesOf, type PlannedPicture } from "./picture-list.ts";

const jpeg = { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" };
const avif = { quality: 52, effort: 6, chromaSubsampling: "4:4:4" };
/** The largest part of an original that cropping may remove: a photo of 4:3 just fits a picture of 16:9. */
const maxLostPart = 0.25;
/** An original needs at least half of the wanted size: it is then still sharp on an ordinary screen. */
const minPartOfSize = 0.5;

/** Why an original picture cannot be used, and what to do; undefined if it can be used. */
export async function refuseOriginal(
  file: string,
  { width, height, ratio }: PlannedPicture,
): Promise<string | undefined> {
  const image = sharp(file);
  // Reads every pixel, because a file that is cut off still states its size.
  const stats = await image.stats().catch(() => undefined);
  if (!stats)
    return `${file} está com defeito ou não é uma imagem. Abra-o num editor de imagens, salve de novo como JPG ou PNG e troque o arquivo.`;
  const { autoOrient: size } = await image.metadata();
  const has = `${file} tem ${size.width} × ${size.height} pixels`;
  const wider = size.width / size.height / (width / height);
  const lost = 1 - Math.min(wider, 1 / wider);
  if (lost > maxLostPart)
    return `${has}, e o corte tiraria ${Math.round(lost * 100)}% da imagem. Recorte-a ou acrescente margem até chegar à proporção ${ratio}.`;
  const scale = Math.min(size.width / width, size.height / height);
  if (scale >= minPartOfSize) return undefined;
  return `${has} e ficaria sem nitidez. Use uma imagem de pelo menos ${width} × ${height}.`;
}

/**
 * Writes all files of a picture into the folder: turned upright, cropped around its middle, and without the camera's
 * data, such as the place where the photo was taken.
 */
export async function encodePicture(
  source: Buffer | string,
  picture: PlannedPicture,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of filesOf(picture)) {
    const width = Number(/-(\d+)\.\w+$/.exec(file)?.[1] ?? picture.width);
    const height = Math.round((picture.height * width) / picture.width);
    const pixels = sharp(source)
      .autoOrient()
      // Only sharp itself shrinks the picture, not the decoder of the file format, so that JPEG, PNG and WebP files
      // give the same result.
      .resize(width, height, { fit: "cover", fastShrinkOnLoad: false })
      .flatten({ background: colour("page") });
    const encoded = file.endsWith(".avif") ? pixels.avif(avif) : pixels.jpeg(jpeg);
    await writeFile(join(folder, file), await encoded.toBuffer());
  }
}
