import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { lowContrastTexts } from "./contrast.ts";
import { clippedTexts, overlappingTexts, type TextLine, textLines } from "./page-texts.ts";
import { evaluateAside } from "./painted-page.ts";
import { smallTargets } from "./touch-targets.ts";

const hiddenWidth = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** The pictures tell the contrast of all texts but what is typed into a field. */
const fieldsOnly = {
  rules: ["color-contrast", "color-contrast-enhanced"].map((id) => ({
    id,
    selector: "input, select, textarea",
  })),
};
const axeOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // axe checks these rules only on request: the contrast of WCAG AAA, and the size of targets of WCAG 2.2.
  rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
  resultTypes: ["violations"],
  iframes: false,
};

/**
 * Checks everything that a picture or a program can tell about the looks of the page in its present state: the rules of
 * axe, the contrast of each text as it is painted, the size of each target, and that each text fits.
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

/** Checks only that the page fits into the window, and that no text is cut off or lies over another. */
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

/** The violations that axe finds on the page in its present state, each with its element. axe waits by timers. */
async function axeViolations(page: Page): Promise<string[]> {
  // Another state of the same page finds axe there.
  if ((await evaluateAside(page, "typeof axe")) === "undefined")
    await evaluateAside(page, `${axe.source}; axe.configure(${JSON.stringify(fieldsOnly)})`);
  const run = `axe.run({ exclude: ["iframe"] }, ${JSON.stringify(axeOptions)}).then(JSON.stringify)`;
  const { violations }: AxeResults = JSON.parse(await evaluateAside(page, run));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
