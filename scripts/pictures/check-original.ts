import sharp from "sharp";
import type { PlannedPicture } from "./picture-list.ts";

/** The largest part of an original that the crop may take away: a photo of 4:3 just fits a picture of 16:9. */
const maxLostPart = 0.25;
/** A picture of half the size is still sharp on an ordinary screen. */
const minPartOfSize = 0.5;

type Size = { width: number; height: number };
/** A refused original is not used; one with an advice is. Both sentences say what to do. */
type Finding = { kind: "advice" | "refused"; sentence: string };

/** What is wrong with an original; undefined if it is good. */
export async function checkOriginal(
  file: string,
  picture: PlannedPicture,
): Promise<Finding | undefined> {
  const size = await sizeOf(file);
  if (size) return checkSize(file, size, picture);
  return refused(
    `${file} está com defeito ou não é uma imagem. Abra-o num editor de imagens, salve de novo como JPG ou PNG e troque o arquivo.`,
  );
}

function refused(sentence: string): Finding {
  return { kind: "refused", sentence };
}

function checkSize(file: string, size: Size, picture: PlannedPicture): Finding | undefined {
  const has = `${size.width} × ${size.height}`;
  const wants = `${picture.width} × ${picture.height}`;
  const lost = lostPart(size, picture);
  if (lost > maxLostPart)
    return refused(
      `${file} tem ${has} pixels, e o corte tiraria ${Math.round(lost * 100)}% da imagem. Recorte-a ou acrescente margem até chegar à proporção ${picture.ratio}.`,
    );
  const scale = Math.min(size.width / picture.width, size.height / picture.height);
  if (scale < minPartOfSize)
    return refused(
      `${file} tem ${has} pixels e ficaria sem nitidez. Use uma imagem de pelo menos ${wants}.`,
    );
  if (scale >= 1) return undefined;
  const sentence = `${file} tem ${has} pixels: foi usada, mas perde nitidez nos celulares. Se puder, troque-a por uma de ${wants}.`;
  return { kind: "advice", sentence };
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
