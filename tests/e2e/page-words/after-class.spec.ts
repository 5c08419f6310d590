import { expect } from "@playwright/test";
import { dateInWords } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { test } from "#tests/support/browser/site-test.ts";

test.use({ javaScriptEnabled: false });

const date = dateInWords(launch.event.month, launch.event.day);

/** All texts below the first screen that a visitor can read, with the answers of the closed questions. */
const lowerTexts = `(() => {
  document.querySelector("main > section").remove();
  for (const item of document.querySelectorAll("details")) item.removeAttribute("name");
  for (const item of document.querySelectorAll("details")) item.open = true;
  return document.body.innerText;
})()`;

// The form section says once that the class of this date was cancelled.
for (const [phase, mentions] of [
  ["before", 8],
  ["over", 0],
  ["cancelled", 1],
] as const)
  test(`in the phase ${phase} the texts below the first screen name the date ${mentions} times`, async ({
    page,
  }) => {
    await serveInPhase(page, phase);
    await page.goto("/");
    await waitForSections(page);
    const text = await page.evaluate<string>(lowerTexts);
    expect(text.split(date)).toHaveLength(mentions + 1);
  });
