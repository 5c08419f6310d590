import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { infinity } from "./infinity.ts";
import { colour } from "./palette.ts";

type Icon = { width: number; stroke: number; corner: number };

/** The icon of a browser tab. All lengths are for a square of 64; this line is thick enough for icons of 16 pixels. */
const tab: Icon = { width: 56, stroke: 6, corner: 14 };
const tile: Icon = { width: 46, stroke: 4, corner: 0 };
/** Phones cut this icon to any shape, so the sign fits into a circle of 80% of the icon's width. */
const maskable: Icon = { width: 40, stroke: 3.5, corner: 0 };

export async function makeIcons(): Promise<void> {
  await writeFile("public/favicon.svg", drawn(tab));
  await writeFile("public/favicon.ico", icoAround(await png(tab, 32)));
  await writeFile("public/apple-touch-icon.png", await png(tile, 180));
  await writeFile("public/icon-192.png", await png({ ...tile, corner: 14 }, 192));
  await writeFile("public/icon-512.png", await png({ ...tile, corner: 14 }, 512));
  await writeFile("public/icon-maskable-512.png", await png(maskable, 512));
}

function drawn({ width, stroke, corner }: Icon): string {
  const ground = `<rect width="64" height="64" rx="${corner}" fill="${colour("page")}"/>`;
  const sign = `<path d="${infinity([32, 32], width, 1.15)}" fill="none" stroke="${colour("accent")}" stroke-width="${stroke}" stroke-linejoin="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${ground}${sign}</svg>\n`;
}

async function png(icon: Icon, pixels: number): Promise<Buffer> {
  const density = (72 * pixels) / 64;
  return sharp(Buffer.from(drawn(icon)), { density })
    .resize(pixels, pixels)
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** Returns an icon file in the old ICO format, with one PNG inside: https://en.wikipedia.org/wiki/ICO_(file_format). */
function icoAround(picture: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}
