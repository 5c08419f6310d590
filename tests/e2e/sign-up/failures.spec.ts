import { expect, type Route } from "@playwright/test";
import { failedLoad, failedSignUp, unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { submitButton, successPopup } from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  sendFromPopup,
  showUnsentSignUp,
} from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

type Failure = {
  name: string;
  answer: (route: Route) => Promise<void>;
  complaints: readonly RegExp[];
};

const { form } = words.messages;
const refused = { ok: false, code: "unexpected", message: "Algo deu errado." };
const wrongPage = "<!doctype html><title>Gateway</title><p>Please sign in</p>";

const failures: readonly Failure[] = [
  ...[401, 422, 429, 500].map((status) => ({
    name: `status ${status}`,
    answer: (route: Route) => route.fulfill({ status, json: refused }),
    complaints: [failedLoad(status), failedSignUp(`${status} {ok: false`)],
  })),
  {
    name: "a dropped connection",
    answer: (route) => route.abort("connectionreset"),
    complaints: unsentSignUp,
  },
  {
    name: "an HTML page with status 200",
    answer: (route) => route.fulfill({ contentType: "text/html", body: wrongPage }),
    complaints: [failedSignUp("200 SyntaxError")],
  },
  {
    name: "an HTML page with status 502",
    answer: (route) => route.fulfill({ status: 502, contentType: "text/html", body: wrongPage }),
    complaints: [failedLoad(502), failedSignUp("502 SyntaxError")],
  },
  {
    name: "an empty answer with status 204",
    answer: (route) => route.fulfill({ status: 204 }),
    complaints: [failedSignUp("204 SyntaxError")],
  },
  {
    name: "{ok: false} with status 200",
    answer: (route) => route.fulfill({ json: refused }),
    complaints: [failedSignUp("200 {ok: false")],
  },
  {
    name: "null with status 200",
    answer: (route) => route.fulfill({ json: null }),
    complaints: [failedSignUp("200 null")],
  },
];

for (const { name, answer, complaints } of failures)
  test(`after ${name} the popup shows an error and keeps everything, also over a reload, until it works`, async ({
    page,
    site,
    pageConsole,
  }) => {
    pageConsole.allow(complaints);
    await answerLeads(page, answer);
    const ana = visitor();
    await openLanding(page);
    const popup = await sendFromPopup(page, ana);

    await expectFailure(popup);
    await expectAnswers(popup, ana);
    expect(site.submissions()).not.toContainEqual(ana);

    await reloadLanding(page);
    await expect(popup).toBeVisible();
    await expectAnswers(popup, ana);

    await answerLeads(page);
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);
    for (const secret of Object.values(ana))
      expect(pageConsole.complaints().join("\n")).not.toContain(secret);
  });

test("the page gives up an answer that hangs after 10,000 ms, and not at 9,999", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(failedSignUp("AbortError"));
  await answerLeads(page, () => {});
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expect(submitButton(popup)).toHaveText(form.sending);

  await page.clock.runFor(9_999);
  await expect(submitButton(popup)).toHaveText(form.sending);
  await expect(page.getByRole("alert")).toBeEmpty();
  await page.clock.runFor(1);
  await expectFailure(popup);
  await expectAnswers(popup, ana);
  expect(pageConsole.complaints()).toEqual(["add-contact-active-campaign: AbortError"]);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
});

test("the next try removes the old error, and a second failure shows a new one", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  pageConsole.allow(failedSignUp("AbortError"));
  await openLanding(page);
  const popup = await showUnsentSignUp(page);

  await answerLeads(page, () => {});
  await submitButton(popup).click();
  await expect(submitButton(popup)).toHaveText(form.sending);
  await expect(popup.getByRole("alert")).toBeEmpty();
  await page.clock.runFor(10_000);
  await expectFailure(popup);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await expect(successPopup(page).getByRole("alert")).toBeEmpty();
});
