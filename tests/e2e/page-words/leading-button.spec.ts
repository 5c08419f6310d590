import { expect } from "@playwright/test";
import { filledLinks } from "#tests/support/browser/filled-links.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { firstScreen, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, phases } = words;

test.use({ viewport: { width: 360, height: 640 } });

// A longer headline of the owner may push the button down, so this journey belongs to the delivered words.
for (const [phase, what, label] of [
  ["before", "class", messages.success.group],
  ["today", "class", messages.success.group],
  ["doors", "class", phases.enter],
  ["live", "class", phases.enter],
  ["waiting", "class", messages.success.group],
  ["over", "next", messages.success.group],
] as const)
  test(`in the phase ${phase} a visitor who comes back sees "${label}" without scrolling on a small phone`, async ({
    page,
  }) => {
    await saveSignUp(page, { for: what });
    await serveInPhase(page, phase);
    await openLanding(page);
    const button = firstScreen(page).getByRole("link", { name: label, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    // After the class nothing is left to do, so no button is filled.
    expect(await filledLinks(firstScreen(page))).toEqual(what === "next" ? [] : [label]);
  });
