import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { contextHeader } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openBeforeHydration, openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { successPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

test.use({ popupOpensByItself: true });

const { after, hero, messages, paths, phases } = words;
const longAfterMs = 60_000 + launch.popupDelaySeconds * 1_000;

for (const phase of ["doors", "live", "waiting", "over", "cancelled"] as const)
  test(`in the phase ${phase} the popup does not open by itself`, async ({ page }) => {
    await serveInPhase(page, phase);
    await openBeforeHydration(page);
    await page.clock.runFor(longAfterMs);
    await expect(page.getByRole("dialog")).toBeHidden();
  });

test("during the class the floating button and the popup lead into it, and signing up stays possible", async ({
  page,
}) => {
  await serveInPhase(page, "live");
  await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(page);
  await page.mouse.wheel(0, 1_000);
  const enter = page.getByRole("link", { name: phases.enter, exact: true });
  await expect(enter.last()).toBeInViewport();
  await expect(enter.last()).toHaveAttribute("href", paths.live);
  const popup = await openPopup(page, hero.cta, messages.form.title);
  await expect(popup.getByRole("link", { name: phases.enter, exact: true })).toBeVisible();
  await fillIn(popup, visitor());
  await popup.getByRole("button", { name: messages.form.submit, exact: true }).click();
  const success = successPopup(page);
  await expect(success.getByText(phases.status.live, { exact: true })).toBeVisible();
  await expect(success.getByRole("link", { name: phases.enter, exact: true })).toBeVisible();
  await expect(success.getByText(messages.success.calendarTitle)).toBeHidden();
});

test("after the class a sign-up asks for news of the next one, with the sentence that was shown", async ({
  page,
}) => {
  await serveInPhase(page, "over");
  const requests = await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(page);
  const popup = await openPopup(page, after.cta, after.cta);
  const { currentNext, texts } = messages.wordings;
  await expect(popup.getByText(texts[currentNext.notice] ?? "")).toBeVisible();
  await fillIn(popup, visitor());
  await popup.getByRole("button", { name: after.cta, exact: true }).click();
  const success = successPopup(page);
  await expect(success.getByText(after.success, { exact: true })).toBeVisible();
  await expect(success.getByRole("link", { name: messages.success.voucher })).toBeHidden();
  const context = requests[0]?.headers()[contextHeader.toLowerCase()] ?? "";
  expect(JSON.parse(decodeURIComponent(context))).toMatchObject({ wording: currentNext.notice });
});

async function openPopup(page: Page, call: string, title: string) {
  await page.mouse.wheel(0, -2_000);
  await page.getByRole("button", { name: call, exact: true }).first().click();
  return page.getByRole("dialog", { name: title, exact: true });
}
