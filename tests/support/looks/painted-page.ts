import type { Page } from "@playwright/test";
import sharp from "sharp";
import { setReaderStyle } from "./reader-style.ts";

/** A picture of the whole page: three bytes for each pixel. */
export type PaintedPage = { data: Buffer; width: number; height: number };

type Box = { left: number; top: number; right: number; bottom: number };

/** Takes a picture of the whole page, with an additional style. */
export async function paint(page: Page, style = ""): Promise<PaintedPage> {
  await setReaderStyle(page, style);
  const png = await page.screenshot({ fullPage: true, animations: "disabled" });
  await setReaderStyle(page, "");
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** For each pixel in a box, the index at which its three bytes begin in the data of the picture. */
export function pixelsIn({ left, top, right, bottom }: Box, painted: PaintedPage): number[] {
  const indexes: number[] = [];
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(bottom, painted.height); y++)
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(right, painted.width); x++)
      indexes.push((y * painted.width + x) * 3);
  return indexes;
}

export function luminanceAt(at: number, { data }: PaintedPage): number {
  return luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
