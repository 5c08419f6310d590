import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sectionsCame } from "#tests/support/browser/sections-came.ts";
import { contrastOf, luminanceAt, paint, spotsIn } from "./painted-page.ts";

type Target = {
  name: string;
  /** Where it stands on the page with its label, in CSS pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether it stands in a sentence, whose lines set its height. */
  inText: boolean;
};

const leastPx = 44;
const leastInTextPx = 24;
const leastContrast = 3;

export async function smallTargets(page: Page): Promise<string[]> {
  return (await targets(page)).flatMap(({ name, left, top, right, bottom, inText }) => {
    const width = right - left;
    const height = bottom - top;
    const least = inText ? leastInTextPx : leastPx;
    return Math.min(width, height) < least ? [`${name}: ${width} by ${height}`] : [];
  });
}

/** Those that are painted in nothing that stands out from their ground. */
export async function unseenTargets(page: Page): Promise<string[]> {
  const painted = await paint(page);
  return (await targets(page))
    .filter((target) => {
      const lights = spotsIn(target, painted).map((at) => luminanceAt(at, painted));
      const darkest = lights.reduce((least, one) => Math.min(least, one), 1);
      const brightest = lights.reduce((most, one) => Math.max(most, one), 0);
      return contrastOf(darkest, brightest) < leastContrast;
    })
    .map(({ name }) => name);
}

/** Whatever can be pressed and is to be seen on the page. */
async function targets(page: Page): Promise<Target[]> {
  await sectionsCame(page);
  const script = new URL("./in-page/targets.js", import.meta.url);
  return page.evaluate<Target[]>(await readFile(script, "utf8"));
}
