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
/** Letters do not reach the first and last two pixels of their line, but the frame of a field may. */
const edgePx = 2;
const withoutText = "* { color: transparent !important; }";

/**
 * The texts with less than the minimum contrast at the worst pixel of their lines. The contrast is measured on a
 * picture of the page without its letters, because axe cannot measure contrast on a gradient.
 */
export async function lowContrastTexts(page: Page, texts?: TextLine[]): Promise<string[]> {
  const lines = (texts ?? (await textLines(page))).filter(({ seen }) => seen);
  const background = await paint(page, lines, withoutText);
  return lines.flatMap((line) => {
    const contrast = worstContrast(line, background);
    const min = line.large ? minContrast.large : minContrast.normal;
    return contrast < min ? [`${contrast.toFixed(1)} at "${line.text}"`] : [];
  });
}

/** Letters that are not painted are not found: they have no contrast. */
function worstContrast(line: TextLine, background: PaintedPage): number {
  const [red = 0, green = 0, blue = 0] = line.color;
  const textLuminance = luminance(red, green, blue);
  let worst = Number.POSITIVE_INFINITY;
  const letters = { ...line, top: line.top + edgePx, bottom: line.bottom - edgePx };
  forPixels(letters, background, (at) => {
    worst = Math.min(worst, contrastOf(textLuminance, luminanceAt(at, background)));
  });
  return Number.isFinite(worst) ? worst : 1;
}
