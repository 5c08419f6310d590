import { expect, type Locator } from "@playwright/test";

/** Expects each of the texts in a part of the page, in capitals or not, as a visitor sees it. */
export async function expectWords(part: Locator, words: readonly string[]): Promise<void> {
  for (const text of words)
    await expect.soft(part).toContainText(text, { ignoreCase: true, useInnerText: true });
}
