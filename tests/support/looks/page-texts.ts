import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sectionsCame } from "#tests/support/browser/sections-came.ts";

export type TextLine = {
  text: string;
  /** Where the line stands on the page, in CSS pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Red, green and blue, from 0 to 255. */
  color: number[];
  /** As WCAG counts it: from 24 px on, bold from 18.66 px on. */
  large: boolean;
  /** Whether an edge takes some of it away, and no scrolling brings it back. */
  cut: boolean;
};

/** Every line of text that is to be seen on the page, wherever one has to scroll to. */
export async function textLines(page: Page): Promise<TextLine[]> {
  await sectionsCame(page);
  const script = new URL("./in-page/texts.js", import.meta.url);
  return page.evaluate<TextLine[]>(await readFile(script, "utf8"));
}

export async function cutTexts(page: Page): Promise<string[]> {
  return (await textLines(page)).filter(({ cut }) => cut).map(({ text }) => text);
}

/** Pairs of lines of which one lies over the other. */
export async function collidingTexts(page: Page): Promise<string[]> {
  const lines = await textLines(page);
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.text !== one.text && overlap(one, other))
      .map((other) => `"${one.text}" and "${other.text}"`),
  );
}

/** By more than the pixels that tall letters of close lines may share. */
function overlap(one: TextLine, other: TextLine): boolean {
  const shared = 4;
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > shared && height > Math.min(one.bottom - one.top, other.bottom - other.top) / 2;
}
