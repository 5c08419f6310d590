import { expect, type Request } from "@playwright/test";
import { visitParameters } from "#lead/contract.ts";
import {
  calls,
  leadPopup,
  openLanding,
  openLeadPopup,
  scriptCame,
  scrollPage,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("a direct visit says only surface, wording and call to action", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toEqual({
    surface: "popup",
    wording: "aviso-1",
    cta: "hero",
    elapsedMs: expect.any(Number),
    trapped: false,
  });
});

test("campaign, click id and the site before go with the sign-up, the first and the last of them", async ({
  page,
  context,
}) => {
  const requests = await answerLeads(page);
  await page.goto("/?utm_source=instagram&utm_medium=bio&utm_campaign=Pré-lançamento&fbclid=abc");
  await scriptCame(page);
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
  await nextVisit.waitForLoadState("networkidle");
  const popup = await openLeadPopup(nextVisit);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(successPopup(nextVisit)).toBeVisible();
  expect(contextOf(later[0])).toMatchObject({
    surface: "popup",
    wording: "aviso-1",
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

test("the call to action is the one that opened the popup last", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await openLeadPopup(page);
  await page.keyboard.press("Escape");
  await page
    .getByRole("main")
    .getByRole("button", { name: "QUERO PARTICIPAR DA AULA BLACK", exact: true })
    .click();
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toMatchObject({ cta: "price-reveal" });
});

test("the popup that opened by itself says so, and the floating one too", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await page.clock.runFor(5_000);
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await scrollPage(page, 1_500);
  await page.getByRole("button", { name: calls.floating }).click();
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(requests.map(contextOf)).toMatchObject([{ cta: "by-itself" }, { cta: "floating" }]);
});

test("an overlong address costs its source, never the sign-up", async ({ page, site }) => {
  const requests = await answerLeads(page);
  const query = new URLSearchParams(
    Object.fromEntries(visitParameters.map((name) => [name, "ç".repeat(180)])),
  );
  const ana = visitor();
  await openLanding(page, `/?${query}`);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  expect(contextOf(requests[0])).toMatchObject({ surface: "popup", cta: "hero" });
});

function contextOf(request: Request | undefined): unknown {
  return JSON.parse(decodeURIComponent(request?.headers()["x-sign-up-context"] ?? "null"));
}
