import type { Page } from "@playwright/test";
import { type TextLine, textLines } from "./page-texts.ts";
import {
  contrastOf,
  luminance,
  luminanceAt,
  type PaintedPage,
  paint,
  spotsIn,
} from "./painted-page.ts";

/** The contrast that WCAG AAA asks for. */
const enhanced = { large: 4.5, normal: 7 };
const unseen = 1;
const faintestInk = 32;
const withoutText = "* { color: transparent !important; }";

/**
 * Texts with less contrast than that, where their letters stand on the worst spot of the ground. It
 * is measured on the page as it is painted: before light that fades, axe gives up.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  const whole = await paint(page);
  const ground = await paint(page, withoutText);
  return (await textLines(page)).flatMap((line) => {
    const contrast = worstContrast(line, whole, ground);
    const wanted = line.large ? enhanced.large : enhanced.normal;
    return contrast < wanted ? [`${contrast.toFixed(1)} at "${line.text}"`] : [];
  });
}

function worstContrast(line: TextLine, whole: PaintedPage, ground: PaintedPage): number {
  const [red = 0, green = 0, blue = 0] = line.color;
  const own = luminance(red, green, blue);
  const contrasts = spotsIn(line, ground)
    .filter((at) => isInk(at, whole, ground))
    .map((at) => contrastOf(own, luminanceAt(at, ground)));
  return contrasts.reduce((worst, one) => Math.min(worst, one), contrasts[0] ?? unseen);
}

/** A letter stands where the page without letters looks different. */
function isInk(at: number, whole: PaintedPage, ground: PaintedPage): boolean {
  return (
    differs(at, whole, ground) || differs(at + 1, whole, ground) || differs(at + 2, whole, ground)
  );
}

function differs(at: number, { data: one }: PaintedPage, { data: other }: PaintedPage): boolean {
  return Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > faintestInk;
}
