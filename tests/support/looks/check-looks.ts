import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { lowContrastTexts } from "./contrast.ts";
import { clippedTexts, overlappingTexts, type TextLine, textLines } from "./page-texts.ts";
import { evaluateAside } from "./painted-page.ts";
import { smallTargets } from "./touch-targets.ts";

const hiddenWidth = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** axe checks the contrast of form fields only: the pictures check the contrast of all other texts. */
const fieldsOnly = {
  rules: ["color-contrast", "color-contrast-enhanced"].map((id) => ({
    id,
    selector: "input, select, textarea",
  })),
};
const axeOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // axe checks these rules only if they are enabled: the contrast of WCAG AAA, and the target size of WCAG 2.2.
  rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
  resultTypes: ["violations"],
  iframes: false,
};

/**
 * Checks the looks of the page in its present state as far as a picture or a program can: the rules of axe, the
 * contrast of each painted text, the size of each target, and that each text fits.
 */
export async function expectGoodLooks(page: Page, state = page.url()): Promise<void> {
  const lines = await textLines(page);
  const findings = [
    ...named("axe", await axeViolations(page)),
    ...named("too little contrast", await lowContrastTexts(page, lines)),
    ...named("too small for a finger", await smallTargets(page)),
    ...(await misfits(page, lines)),
  ];
  expect(findings, state).toEqual([]);
}

/** Checks only that the page fits into the window, and that no text is cut off or overlaps another text. */
export async function expectToFit(page: Page, state = page.url()): Promise<void> {
  expect(await misfits(page, await textLines(page)), state).toEqual([]);
}

async function misfits(page: Page, lines: readonly TextLine[]): Promise<string[]> {
  const hiddenPx = await page.evaluate<number>(hiddenWidth);
  return [
    ...(hiddenPx > 0 ? [`wider than the window by ${hiddenPx} px`] : []),
    ...named("cut off", clippedTexts(lines)),
    ...named("texts over each other", overlappingTexts(lines)),
  ];
}

function named(check: string, findings: readonly string[]): string[] {
  return findings.map((finding) => `${check}: ${finding}`);
}

/** The violations that axe finds in the present state of the page, each with its element. axe needs timers that run. */
async function axeViolations(page: Page): Promise<string[]> {
  // Loads axe only once into a page; a later check of the same page finds it there.
  if ((await evaluateAside(page, "typeof axe")) === "undefined")
    await evaluateAside(page, `${axe.source}; axe.configure(${JSON.stringify(fieldsOnly)})`);
  const run = `axe.run({ exclude: ["iframe"] }, ${JSON.stringify(axeOptions)}).then(JSON.stringify)`;
  const { violations }: AxeResults = JSON.parse(await evaluateAside(page, run));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
