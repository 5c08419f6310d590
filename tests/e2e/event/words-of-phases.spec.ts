import { expect, type Page } from "@playwright/test";
import type { Phase } from "#event/phase.ts";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

// The words of a phase are right before any script runs, and where no script can run.
test.use({ javaScriptEnabled: false });

const { after, footer, hero, phases, priceReveal, signUp } = words;
const { status } = phases;

type Expected = { phase: Phase; status: string; first: string };

const unrevealed: Phase[] = ["before", "today", "doors", "waiting"];
const open: Phase[] = [...unrevealed, "live"];

// Without a recording the phase `replay` never begins, so it has no sentence here.
const expected: Expected[] = [
  { phase: "before", status: status.before, first: hero.cta },
  { phase: "today", status: status.today, first: hero.cta },
  { phase: "doors", status: status.doors, first: phases.enter },
  { phase: "live", status: status.live, first: phases.enter },
  { phase: "waiting", status: status.waiting, first: hero.cta },
  { phase: "over", status: status.over, first: after.cta },
  { phase: "cancelled", status: status.cancelled, first: after.cta },
];

/** Texts of the page, each with the phases in which it is shown. */
const texts: { text: string; shownIn: Phase[] }[] = [
  ...expected.map(({ phase, status: text }) => ({ text, shownIn: [phase] })),
  { text: hero.lead, shownIn: unrevealed },
  { text: hero.promise, shownIn: ["before", "today"] },
  { text: phases.liveLead, shownIn: ["live"] },
  { text: after.lead, shownIn: ["over", "replay"] },
  { text: after.cancelledLead, shownIn: ["over", "replay", "cancelled"] },
  { text: phases.enter, shownIn: ["doors", "live"] },
  { text: hero.cta, shownIn: open },
  { text: priceReveal.title, shownIn: open },
  { text: words.revealed.title, shownIn: ["over", "replay"] },
  { text: signUp.title, shownIn: open },
  { text: signUp.intro, shownIn: ["before", "today"] },
  { text: after.cta, shownIn: ["over", "replay", "cancelled"] },
  { text: after.intro, shownIn: ["over", "replay", "cancelled"] },
  { text: footer.description, shownIn: open },
  { text: after.footer, shownIn: ["over", "replay", "cancelled"] },
];

for (const { phase, status: sentence, first } of expected)
  test(`in the phase ${phase} the page says what fits, and nothing of the other phases`, async ({
    page,
  }) => {
    await serveInPhase(page, phase);
    await page.goto("/");
    await waitForSections(page);
    const top = page.getByRole("region", { name: hero.headline, exact: true });
    await expect(
      top.getByText(beginning(sentence)).filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(top.getByRole("link").or(top.getByRole("button")).first()).toHaveText(first, {
      useInnerText: true,
    });
    for (const shown of [await visible(page), await spoken(page)])
      for (const { text, shownIn } of texts)
        expect(plain(shown).includes(plain(beginning(text))), text).toBe(shownIn.includes(phase));
  });

function visible(page: Page): Promise<string> {
  return page.evaluate<string>("document.body.innerText");
}

/** All that a screen reader finds in the page. */
function spoken(page: Page): Promise<string> {
  return page.locator("body").ariaSnapshot();
}

/** The text before the first name in braces, in whose place the server or the browser writes. */
function beginning(text: string): string {
  return text.split("{")[0] ?? "";
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
