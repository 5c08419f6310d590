import type { Page } from "@playwright/test";
import { type TextLine, textLines } from "./page-texts.ts";
import {
  contrastOf,
  forPixels,
  luminance,
  luminanceAt,
  type PaintedPage,
  paint,
} from "./painted-page.ts";

/** The smallest contrast ratio that WCAG AAA allows for large and for normal text. */
const minContrast = { large: 4.5, normal: 7 };
/** The contrast ratio that is given to a text whose letters cannot be found in the picture of the page. */
const noContrast = 1;
/**
 * A pixel belongs to a letter only if one of its colour channels (0 to 255) differs by more than this from the picture
 * without letters.
 */
const minInkDifference = 32;
const withoutText = "* { color: transparent !important; }";

/**
 * The texts with less than the minimum contrast at the worst pixel behind their letters. The contrast is measured on a
 * picture of the page, because axe cannot measure it on a gradient.
 */
export async function lowContrastTexts(page: Page, texts?: TextLine[]): Promise<string[]> {
  const lines = (texts ?? (await textLines(page))).filter(({ seen }) => seen);
  const whole = await paint(page, lines);
  const background = await paint(page, lines, withoutText);
  return lines.flatMap((line) => {
    const contrast = worstContrast(line, whole, background);
    const min = line.large ? minContrast.large : minContrast.normal;
    return contrast < min ? [`${contrast.toFixed(1)} at "${line.text}"`] : [];
  });
}

function worstContrast(line: TextLine, whole: PaintedPage, background: PaintedPage): number {
  const [red = 0, green = 0, blue = 0] = line.color;
  const textLuminance = luminance(red, green, blue);
  let worst = Number.POSITIVE_INFINITY;
  forPixels(line, background, (at) => {
    if (isInk(at, whole, background))
      worst = Math.min(worst, contrastOf(textLuminance, luminanceAt(at, background)));
  });
  return Number.isFinite(worst) ? worst : noContrast;
}

/** Whether a pixel of the picture with letters differs from the picture without letters. */
function isInk(at: number, { data: whole }: PaintedPage, { data: bare }: PaintedPage): boolean {
  for (let channel = at; channel < at + 3; channel++)
    if (Math.abs((whole[channel] ?? 0) - (bare[channel] ?? 0)) > minInkDifference) return true;
  return false;
}
