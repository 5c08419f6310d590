import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Off in axe unless they are asked for: contrast for AAA, and the size of targets of WCAG 2.2. */
const rules = {
  "color-contrast-enhanced": { enabled: true },
  "target-size": { enabled: true },
};

/** What axe holds against the page as it stands, each with the element it means. */
export async function violationsOn(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ rules, runOnly: { type: "tag", values: tags } })
    .exclude("iframe")
    // The other way ends on a page of its own, which the clock below would meet as it closes.
    .setLegacyMode();
  const { violations } = await whileTimePasses(page, axe.analyze());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** axe waits by the page's own clock, which a journey may have stopped. */
async function whileTimePasses<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  let working = true;
  const result = work.finally(() => {
    working = false;
  });
  while (working) await page.clock.runFor(1);
  return result;
}
