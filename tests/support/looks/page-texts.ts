import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { waitForSections } from "#tests/support/browser/open-landing.ts";

export type TextLine = {
  text: string;
  /** The position of the line on the page, in CSS pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The colour of the text: red, green and blue, from 0 to 255. */
  color: number[];
  /** Whether WCAG counts the text as large: 24 px or more, bold text 18.66 px or more. */
  large: boolean;
  /** Whether an edge hides a part of the line that scrolling cannot bring into view. */
  clipped: boolean;
  /** Whether no floating element covers the line. In a scrolled box the line must also be in the visible part. */
  seen: boolean;
};

/** All lines of visible text in the open popup, or without a popup in the whole page, also outside the window. */
export async function textLines(page: Page): Promise<TextLine[]> {
  await waitForSections(page);
  const script = new URL("./in-page/page-texts.js", import.meta.url);
  const lines = await page.evaluate<TextLine[]>(await readFile(script, "utf8"));
  if (lines.length === 0) throw new Error(`No text was found at ${page.url()}.`);
  return lines;
}

export function clippedTexts(lines: readonly TextLine[]): string[] {
  return lines.filter(({ clipped }) => clipped).map(({ text }) => text);
}

/** The pairs of text lines that overlap each other. */
export function overlappingTexts(all: readonly TextLine[]): string[] {
  const lines = all.filter(({ seen }) => seen);
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.text !== one.text && overlap(one, other))
      .map((other) => `"${one.text}" and "${other.text}"`),
  );
}

/** Whether two lines of text overlap by more than a few pixels, which tall letters of close lines may share. */
function overlap(one: TextLine, other: TextLine): boolean {
  const tolerancePx = 4;
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return (
    width > tolerancePx && height > Math.min(one.bottom - one.top, other.bottom - other.top) / 2
  );
}
