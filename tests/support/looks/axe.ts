import type { CDPSession, Page } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { sessionOf } from "./painted-page.ts";

const options = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // axe checks these rules only on request: the contrast of WCAG AAA, and the size of targets of WCAG 2.2.
  rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
  resultTypes: ["violations"],
  iframes: false,
};

/**
 * The violations that axe finds on the page in its present state, each with its element. axe waits by timers. It runs
 * in a JavaScript world of its own, which has real timers also when the test has stopped the clock of the page.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const browser = await sessionOf(page);
  const { frameTree } = await browser.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id };
  const { executionContextId } = await browser.send("Page.createIsolatedWorld", world);
  await evaluate(browser, executionContextId, axe.source);
  const call = `axe.run({ exclude: ["iframe"] }, ${JSON.stringify(options)}).then(JSON.stringify)`;
  const { violations }: AxeResults = JSON.parse(await evaluate(browser, executionContextId, call));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

async function evaluate(browser: CDPSession, contextId: number, expression: string) {
  const { result, exceptionDetails } = await browser.send("Runtime.evaluate", {
    contextId,
    expression,
    awaitPromise: true,
  });
  if (exceptionDetails) throw new Error(`axe failed: ${exceptionDetails.exception?.description}`);
  return String(result.value);
}
