import { expect } from "@playwright/test";
import { filledLinks } from "#tests/support/browser/filled-links.ts";
import { openLanding, stoppedAt } from "#tests/support/browser/open-landing.ts";
import { serveUntilLive } from "#tests/support/browser/page-in-phase.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { groupLink } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { phases } = words;

test.use({ viewport: { width: 360, height: 640 } });

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
  await expect(groupLink(popup)).toBeVisible();
  expect(await filledLinks(popup)).toEqual([phases.enter]);
});
