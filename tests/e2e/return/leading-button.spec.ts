import { expect, type Locator } from "@playwright/test";
import { openLanding, stoppedAt } from "#tests/support/browser/open-landing.ts";
import { serveInPhase, serveUntilLive } from "#tests/support/browser/page-in-phase.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { firstScreen, groupLink, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, phases } = words;

test.use({ viewport: { width: 360, height: 640 } });

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
    const [button] = await visibleButtons(firstScreen(page)).all();
    await expect(button ?? page.locator("body")).toHaveText(label, { useInnerText: true });
    await expect(button ?? page.locator("body")).toBeInViewport({ ratio: 1 });
  });

test("when the class opens behind the success popup, the way in leads and has the focus", async ({
  page,
}) => {
  await serveUntilLive(page, stoppedAt + 10_000);
  await openLanding(page);
  const popup = await showSuccess(page);
  await groupLink(popup).focus();
  await page.clock.runFor(11_000);
  const enter = popup.getByRole("link", { name: phases.enter, exact: true });
  await expect(enter).toBeFocused();
  await expect(enter).toBeInViewport({ ratio: 1 });
  await expect(visibleButtons(popup)).toHaveText([phases.enter, messages.success.group]);
  await expect(groupLink(popup).and(page.locator(".button--quiet"))).toBeVisible();
});

function visibleButtons(place: Locator): Locator {
  return place.locator("a.button").filter({ visible: true });
}
