import { expect } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { visitParameters } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf } from "#tests/support/browser/lead-function.ts";
import {
  hydrateByUse,
  openLanding,
  scrollPage,
  waitForScript,
} from "#tests/support/browser/open-landing.ts";
import {
  floatingCall,
  leadPopup,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

test.use({ popupOpensByItself: true });

test("a sign-up of a direct visit names only surface, wording and call to action", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await sendFromPopup(page, visitor());
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toEqual({
    surface: "popup",
    wording: words.messages.wordings.current.notice,
    cta: "hero",
    elapsedMs: expect.any(Number),
    honeypotFilled: false,
  });
});

test("a sign-up names campaign, click id and the site before, of the first and of the last visit", async ({
  page,
  context,
}) => {
  const requests = await answerLeads(page);
  await page.goto("/?utm_source=instagram&utm_medium=bio&utm_campaign=Pré-lançamento&fbclid=abc");
  await waitForScript(page);
  const nextVisit = await context.newPage();
  const later = await answerLeads(nextVisit);
  await nextVisit.goto("https://exemplo.org/leia?pessoa=ana");
  await nextVisit.setContent("<a href='' rel='' referrerpolicy='unsafe-url'>Black</a>");
  expect(requests).toEqual([]);
  const address = new URL("/?utm_source=google&gclid=xyz&email=ana@exemplo.com", page.url()).href;
  await nextVisit
    .getByText("Black")
    .evaluate((link, href) => link.setAttribute("href", href), address);
  await nextVisit.getByText("Black").click();
  await hydrateByUse(nextVisit);
  const popup = await openLeadPopup(nextVisit);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(successPopup(nextVisit)).toBeVisible();
  expect(contextOf(later[0])).toMatchObject({
    surface: "popup",
    wording: words.messages.wordings.current.notice,
    cta: "hero",
    first: {
      utm_source: "instagram",
      utm_medium: "bio",
      utm_campaign: "Pré-lançamento",
      fbclid: "abc",
    },
    last: { utm_source: "google", gclid: "xyz", referrer: "https://exemplo.org" },
  });
});

test("a sign-up names the call to action that opened the popup last", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await openLeadPopup(page);
  await page.keyboard.press("Escape");
  await page
    .getByRole("main")
    .getByRole("button", { name: words.priceReveal.cta, exact: true })
    .click();
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toMatchObject({ cta: "price-reveal" });
});

test("a sign-up says whether the popup opened by itself or by the floating call", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await page.clock.runFor(launch.popupDelaySeconds * 1_000);
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await inviteAgain(page);
  await scrollPage(page, 1_500);
  await floatingCall(page).click();
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(requests.map(contextOf)).toMatchObject([{ cta: "by-itself" }, { cta: "floating" }]);
});

test("a sign-up from a very long address is stored without its source", async ({ page, site }) => {
  const requests = await answerLeads(page);
  const query = new URLSearchParams(
    Object.fromEntries(visitParameters.map((name) => [name, "ç".repeat(180)])),
  );
  const ana = visitor();
  await openLanding(page, `/?${query}`);
  await sendFromPopup(page, ana);
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  expect(contextOf(requests[0])).toMatchObject({ surface: "popup", cta: "hero" });
});
