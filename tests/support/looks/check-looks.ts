import { expect, type Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { lowContrastTexts } from "./contrast.ts";
import { clippedTexts, overlappingTexts, textLines } from "./page-texts.ts";
import { smallTargets } from "./touch-targets.ts";

const hiddenWidth = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/**
 * Checks everything that a picture or a program can tell about the looks of the page in its present state: the rules of
 * axe, the contrast of each text as it is painted, the size of each target, and that each text fits. A page that only says
 * something has no targets.
 */
export async function expectGoodLooks(
  page: Page,
  state = page.url(),
  { hasTargets = true } = {},
): Promise<void> {
  const findings = [
    ...named("axe", await axeViolations(page)),
    ...named("too little contrast", await lowContrastTexts(page)),
    ...named("too small for a finger", hasTargets ? await smallTargets(page) : []),
    ...(await misfits(page)),
  ];
  expect(findings, state).toEqual([]);
}

/** Checks only that the page fits into the window, and that no text is cut off or lies over another. */
export async function expectToFit(page: Page, state = page.url()): Promise<void> {
  expect(await misfits(page), state).toEqual([]);
}

async function misfits(page: Page): Promise<string[]> {
  const hiddenPx = await page.evaluate<number>(hiddenWidth);
  const lines = await textLines(page);
  return [
    ...(hiddenPx > 0 ? [`wider than the window by ${hiddenPx} px`] : []),
    ...named("cut off", clippedTexts(lines)),
    ...named("texts over each other", overlappingTexts(lines)),
  ];
}

function named(check: string, findings: readonly string[]): string[] {
  return findings.map((finding) => `${check}: ${finding}`);
}
