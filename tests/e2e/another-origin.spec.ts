import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { addContactPath } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { failedLoad, failedSignUp, lostConnection } from "#tests/support/browser/complaints.ts";
import { test } from "#tests/support/browser/guarded-test.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import {
  receivedPath,
  unknownPath,
  unknownPathComplaints,
} from "#tests/support/browser/other-pages.ts";
import {
  consentBox,
  leadPopup,
  openLeadPopup,
  pageForm,
  receivedHeading,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

test("a sign-up and a refusal pass between two origins", async ({
  page,
  pageConsole,
  elsewhere: { pages, lead },
}) => {
  pageConsole.allow([failedLoad(401), failedLoad(422), ...unknownPathComplaints]);
  const ana = visitor();
  await openHydrated(page, pages.url);
  const key = await page.locator("input[name=apikey]").first().inputValue();
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(lead.submissions()).toContainEqual(ana);

  const wrongKey = await post(page, lead.url, { apikey: "another-key" });
  expect(wrongKey).toMatchObject({ status: 401, answer: { ok: false, code: "unauthorized" } });
  const nothing = await post(page, lead.url, { apikey: key });
  expect(nothing).toMatchObject({ status: 422, answer: { ok: false, code: "invalid-lead" } });

  const unknown = await page.goto(`${pages.url}${unknownPath}`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.messages.notFound.title);
});

test.describe("a static host without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form posts to the function, and the visitor comes back", async ({
    page,
    elsewhere: { pages, lead },
  }) => {
    const ana = visitor();
    await page.goto(pages.url);
    await fillIn(pageForm(page), ana);
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(page).toHaveURL(`${pages.url}${receivedPath}`);
    await expect(receivedHeading(page)).toBeVisible();
    expect(lead.submissions()).toContainEqual(ana);
  });
});

test("from an unknown address no sign-up is stored, and an error is shown", async ({
  page,
  pageConsole,
  elsewhere: { stranger, lead },
}) => {
  pageConsole.allow([/blocked by CORS policy/, lostConnection, failedSignUp("TypeError")]);
  const ana = visitor();
  await openHydrated(page, stranger.url);
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(sendFailedToast(leadPopup(page))).toBeVisible();
  expect(lead.submissions()).not.toContainEqual(ana);
});

async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrateByUse(page);
}

type FunctionAnswer = { status: number; answer: unknown };

function post(
  page: Page,
  origin: string,
  headers: Record<string, string>,
): Promise<FunctionAnswer> {
  const call = JSON.stringify({
    url: `${origin}${addContactPath}`,
    headers: { ...headers, "content-type": "application/json" },
  });
  return page.evaluate<FunctionAnswer>(`(async ({ url, headers }) => {
    const response = await fetch(url, { method: "POST", headers, body: "{}" });
    return { status: response.status, answer: await response.json() };
  })(${call})`);
}

test("on a static host the page follows the visitor's clock", async ({ page }) => {
  const pages = await serveFolder("dist");
  const { start, end } = editionAt(launch.event, Date.now());
  await page.clock.install({ time: start + 60_000 });
  // A static host takes no reports, and the browser would complain about that.
  await page.route(`${pages.url}${pageReportPath}`, (route) => route.fulfill({ status: 204 }));
  await recordLayoutShifts(page);
  await page.goto(pages.url);
  await expect(page.getByText(words.phases.status.live, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toHaveText(words.phases.enter);
  // The words are right from the first paint on.
  expect(await layoutShifts(page)).toEqual([]);
  await hydrateByUse(page);
  await page.clock.setSystemTime(end + 1_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByText(words.phases.status.over, { exact: true }).first()).toBeVisible();
  await pages.stop();
});
