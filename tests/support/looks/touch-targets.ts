import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { contrastOf, forPixels, luminanceAt, paint } from "./painted-page.ts";

type Target = {
  name: string;
  /** The position on the page of the target together with its label, in CSS pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether the target is part of a sentence: then the height of the text line limits the height of the target. */
  inText: boolean;
};

const minPx = 44;
const minInTextPx = 24;
const minContrast = 3;

export async function smallTargets(page: Page): Promise<string[]> {
  return (await targets(page)).flatMap(({ name, left, top, right, bottom, inText }) => {
    const width = right - left;
    const height = bottom - top;
    const min = inText ? minInTextPx : minPx;
    return Math.min(width, height) < min ? [`${name}: ${width} by ${height}`] : [];
  });
}

/** The targets that cannot be seen, because their darkest and brightest pixels have too little contrast. */
export async function invisibleTargets(page: Page): Promise<string[]> {
  const all = await targets(page);
  const painted = await paint(page, all);
  return all
    .filter((target) => {
      let darkest = 1;
      let brightest = 0;
      forPixels(target, painted, (at) => {
        darkest = Math.min(darkest, luminanceAt(at, painted));
        brightest = Math.max(brightest, luminanceAt(at, painted));
      });
      return contrastOf(darkest, brightest) < minContrast;
    })
    .map(({ name }) => name);
}

/** All visible links, buttons, fields and questions of the page. */
async function targets(page: Page): Promise<Target[]> {
  await waitForSections(page);
  const script = new URL("./in-page/touch-targets.js", import.meta.url);
  const found = await page.evaluate<Target[]>(await readFile(script, "utf8"));
  if (found.length === 0) throw new Error(`No link, button or field was found at ${page.url()}.`);
  return found;
}
