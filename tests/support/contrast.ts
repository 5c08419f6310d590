import type { Page } from "@playwright/test";
import sharp from "sharp";
import { type TextLine, textLines } from "./page-texts.ts";

type Picture = { data: Buffer; width: number; height: number };

const enhanced = { large: 4.5, normal: 7 };
const faintestInk = 32;
const withoutText = "* { color: transparent !important; }";

/**
 * Texts that have less contrast than WCAG AAA asks for, where their letters stand on the worst spot
 * of the ground. It is measured on the page as it is painted: before light that fades, axe gives up.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  const whole = await picture(page, "");
  const ground = await picture(page, withoutText);
  return (await textLines(page)).flatMap((line) => {
    const contrast = worstContrast(line, whole, ground);
    const wanted = line.large ? enhanced.large : enhanced.normal;
    return contrast < wanted ? [`${contrast.toFixed(1)} at "${line.text}"`] : [];
  });
}

async function picture(page: Page, style: string): Promise<Picture> {
  const png = await page.screenshot({ fullPage: true, animations: "disabled", style });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function worstContrast(line: TextLine, whole: Picture, ground: Picture): number {
  const [red = 0, green = 0, blue = 0] = line.color;
  const own = luminance(red, green, blue);
  return spotsIn(line, ground)
    .filter((at) => isInk(at, whole, ground))
    .reduce((worst, at) => Math.min(worst, contrast(own, luminanceAt(ground, at))), Infinity);
}

/** Where the pixels of a line begin in the data of a picture. */
function spotsIn({ left, top, right, bottom }: TextLine, { width, height }: Picture): number[] {
  const spots: number[] = [];
  for (let y = Math.ceil(top); y < Math.min(bottom, height); y++)
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(right, width); x++)
      spots.push((y * width + x) * 3);
  return spots;
}

/** A letter stands where the page without letters looks different. */
function isInk(at: number, whole: Picture, ground: Picture): boolean {
  return (
    differs(at, whole, ground) || differs(at + 1, whole, ground) || differs(at + 2, whole, ground)
  );
}

function differs(at: number, { data: one }: Picture, { data: other }: Picture): boolean {
  return Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > faintestInk;
}

function luminanceAt({ data }: Picture, at: number): number {
  return luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
