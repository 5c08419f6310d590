import { expect } from "@playwright/test";
import {
  failedLoad,
  failedModule,
  failedSignUp,
  lostConnection,
} from "#tests/support/browser/complaints.ts";
import { leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openBeforeScript, openLanding } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  leadPopup,
  openLeadPopup,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

const view = { "view none": 1 };

test("each step counts once, also after a failed sign-up, a reload and a double click", async ({
  page,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(503), failedSignUp("503")]);
  await openCounted(page, steps);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await answerLeads(page, (route) => route.fulfill({ status: 503, json: {} }));
  await submitButton(popup).click();
  await expect(sendFailedToast(popup)).toBeVisible();
  await page.reload();
  await expect(popup).toBeVisible();
  await closeButton(popup).click();
  await openLeadPopup(page);
  const { answer, release } = heldAnswer();
  await answerLeads(page, answer);
  await submitButton(popup).dblclick();
  release();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  await expect.poll(steps).toEqual({
    "view none": 2,
    "popup-opened popup": 2,
    "form-begun popup": 1,
    "sent popup": 2,
    "error-shown popup": 1,
  });
});

test("a form that is posted before hydration counts as begun and sent", async ({
  page,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([lostConnection, failedModule]);
  await page.route("**/assets/islands-*.js", (route) => route.abort());
  await page.goto("/");
  await expect.poll(steps).toEqual(view);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  await expect
    .poll(steps)
    .toEqual({ ...view, "popup-opened popup": 1, "form-begun popup": 1, "sent popup": 1 });
});

test.describe("when it may open by itself", () => {
  test.use({ popupOpensByItself: true });

  test("a popup that is opened by itself and by a press counts once", async ({ page, steps }) => {
    await openLanding(page);
    await page.clock.runFor(5_000);
    await closeButton(leadPopup(page)).click();
    await openLeadPopup(page);
    await leave(page);
    await expect.poll(steps).toEqual({ ...view, "popup-opened popup": 1 });
  });

  test("a popup that was opened before the script came counts once", async ({ page, steps }) => {
    const load = await openBeforeScript(page);
    const popup = await openLeadPopup(page);
    await load();
    await page.clock.runFor(5_000);
    await closeButton(popup).click();
    await openLeadPopup(page);
    await leave(page);
    await expect.poll(steps).toEqual({ ...view, "popup-opened popup": 1 });
  });
});
