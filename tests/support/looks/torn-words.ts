import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";

const widths = [320, 360, 390];
const percents = [100, 150, 200];

/** Turns automatic hyphens off: some engines have no Portuguese hyphens, so every word must fit without them. */
const textOf = (percent: number) =>
  `html { font-size: ${percent}% !important; } * { hyphens: manual !important; }`;

/** Checks that on every usual phone no word is broken over two lines, with text of up to double size. */
export async function expectWholeWords(page: Page, state = page.url()): Promise<void> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    findings.push(...(await tornWords(page, percents.map(textOf))));
  }
  expect(findings, state).toEqual([]);
}

/** The words broken over two lines, for each of these styles of a reader; by default only with the page's own style. */
export async function tornWords(page: Page, styles: readonly string[] = [""]): Promise<string[]> {
  const script = new URL("./in-page/torn-words.js", import.meta.url);
  return page.evaluate<string[]>(
    `${await readFile(script, "utf8")}\ntornWithStyles(${JSON.stringify(styles)})`,
  );
}
