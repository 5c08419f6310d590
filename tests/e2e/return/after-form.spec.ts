import { expect, type Page } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { reloadLanding } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  consentBox,
  heroLink,
  homeLink,
  openLeadPopup,
  pageForm,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import {
  expectInvitation,
  expectSteps,
  firstScreen,
  groupLink,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { after, paths } = words;

test.use({ viewport: { width: 360, height: 740 } });

test("a sign-up that was sent before the script had loaded shows its next steps when the visitor comes back", async ({
  page,
}) => {
  const group = await signUpBeforeScript(page);
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await page.reload();
  await expectSteps(page, group);
});

test("a sign-up for the class that was sent before the script had loaded counts for the class only, also when the page is loaded again after the class", async ({
  page,
}) => {
  await signUpBeforeScript(page);
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toBeVisible();
  await serveInPhase(page, "over");
  for (const _ of [1, 2]) {
    await reloadLanding(page);
    const callForNext = firstScreen(page).getByRole("button", { name: after.cta, exact: true });
    await expect(callForNext).toBeVisible();
    await expect(groupLink(page)).toHaveCount(0);
  }
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page invites again after a sign-up", async ({ page }) => {
    await page.goto("/");
    await heroLink(page).click();
    await fillIn(pageForm(page), visitor());
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await homeLink(page).click();
    await expectInvitation(page);
  });
});

/** Signs up with the form alone, and returns the visitor's own address of the group. The next page has its script. */
async function signUpBeforeScript(page: Page): Promise<string> {
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  await page.unroute("**/assets/*.js");
  return `${paths.group}${new URL(page.url()).search}`;
}
