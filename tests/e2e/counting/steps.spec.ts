import { expect } from "@playwright/test";
import {
  failedLoad,
  failedModule,
  failedSignUp,
  lostConnection,
} from "#tests/support/browser/complaints.ts";
import { leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  consentToast,
  openLeadPopup,
  pageForm,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

const view = { "view none": 1 };

test("a view is reported while the visitor is still on the page", async ({ page, steps }) => {
  await page.goto("/");
  await expect.poll(steps).toEqual(view);
});

test("a visit that ends with a sign-up reports each of its steps once, when the visitor leaves", async ({
  page,
  steps,
}) => {
  await openCounted(page, steps);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  await expect
    .poll(steps)
    .toEqual({ ...view, "popup-opened popup": 1, "form-begun popup": 1, "sent popup": 1 });
});

test("a sign-up that fails and is sent again reports two sendings and the error that was shown", async ({
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
  await answerLeads(page);
  await submitButton(popup).dblclick();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  await expect.poll(steps).toEqual({
    ...view,
    "popup-opened popup": 1,
    "form-begun popup": 1,
    "sent popup": 2,
    "error-shown popup": 1,
  });
});

test("the form in the page reports that it was begun, and that it asked for the missing tick", async ({
  page,
  steps,
}) => {
  await openCounted(page, steps);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(consentToast(page)).toBeVisible();
  await leave(page);
  await expect.poll(steps).toEqual({ ...view, "form-begun page": 1, "error-shown page": 1 });
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

test("a reload is a new view, with the popup that opens again after a failed sign-up", async ({
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
  await leave(page);
  await expect.poll(steps).toEqual({
    "view none": 2,
    "popup-opened popup": 2,
    "form-begun popup": 1,
    "sent popup": 1,
    "error-shown popup": 1,
  });
});
