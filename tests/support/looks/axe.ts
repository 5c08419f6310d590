import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe checks these rules only on request: the contrast of WCAG AAA, and the size of targets of WCAG 2.2. */
const rules = {
  "color-contrast-enhanced": { enabled: true },
  "target-size": { enabled: true },
};

/** The violations that axe finds on the page in its present state, each with its element. */
export async function axeViolations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ rules, runOnly: { type: "tag", values: tags } })
    .exclude("iframe")
    // Use axe's legacy mode: its usual mode opens one more page at the end, and closes that page while
    // `withMovingClock` still moves the clock.
    .setLegacyMode();
  const { violations } = await withMovingClock(page, axe.analyze());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Moves the page's clock while the given function runs: axe waits by this clock, and a journey may have stopped it. */
async function withMovingClock<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  let working = true;
  const result = work.finally(() => {
    working = false;
  });
  while (working) await page.clock.runFor(1);
  return result;
}
