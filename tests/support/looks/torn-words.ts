import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";

const widths = [320, 360, 390];
const percents = [100, 150, 200];

/** Some engines know no Portuguese hyphens: no word may need one. */
const textOf = (percent: number) =>
  `html { font-size: ${percent}% !important; } * { hyphens: manual !important; }`;

/** Checks that on every usual phone each word stands whole on its line, with text of up to double size. */
export async function expectWholeWords(page: Page, state = page.url()): Promise<void> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    findings.push(...(await tornWords(page, percents.map(textOf))));
  }
  expect(findings, state).toEqual([]);
}

/** The torn words with each of these styles of a reader, or with the page's own alone. */
export async function tornWords(page: Page, styles: readonly string[] = [""]): Promise<string[]> {
  const script = new URL("./in-page/torn-words.js", import.meta.url);
  return page.evaluate<string[]>(
    `${await readFile(script, "utf8")}\ntornWithStyles(${JSON.stringify(styles)})`,
  );
}
