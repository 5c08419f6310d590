import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

export type Target = {
  name: string;
  /** Where it stands on the page, in CSS pixels, with its label. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Whether it stands in a sentence, whose lines set its height. */
  inText: boolean;
};

const leastPx = 44;
const leastInTextPx = 24;

/** Whatever can be pressed and is to be seen on the page. */
export async function targets(page: Page): Promise<Target[]> {
  const script = new URL("./in-page/targets.js", import.meta.url);
  return page.evaluate<Target[]>(await readFile(script, "utf8"));
}

export async function smallTargets(page: Page): Promise<string[]> {
  return (await targets(page))
    .filter(({ width, height, inText }) => {
      const least = inText ? leastInTextPx : leastPx;
      return Math.min(width, height) < least;
    })
    .map(({ name, width, height }) => `${name}: ${width.toFixed(1)} by ${height.toFixed(1)}`);
}
