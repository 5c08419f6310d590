import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { fill } from "#content/filled.ts";
import type { Lead } from "#lead/lead.ts";
import {
  failedLoad,
  failedSignUp,
  failedTries,
  unsentSignUp,
} from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import {
  openBeforeHydration,
  openLanding,
  waitForHydration,
} from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  field,
  leadPopup,
  openLeadPopup,
  pageForm,
  sendFailedToast,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { expectFailure, sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { expectNoInvitation } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import type { RunningSite } from "#tests/support/built/running-site.ts";

const { form, fieldProblems } = words.messages;
const maxWaitMs = 86_400_000;
const tryAgainMs = 30_000;
const message = fieldProblems.whatsapp.required;
const refusal = { ok: false, fields: [{ field: "whatsapp", code: "required", message }] };

test.beforeEach(({ pageConsole }) => pageConsole.allow(unsentSignUp));

test("a press without a line is kept, and sent once when the line is back", async ({
  page,
  context,
  site,
}) => {
  const ana = visitor();
  await openLanding(page);
  await context.setOffline(true);
  const popup = await sendFromPopup(page, ana);
  await expectFailure(popup);
  await expect(waitingLine(popup)).toBeVisible();
  await expect(takeBack(popup, ana)).toBeVisible();
  await expectAnswers(popup, ana);
  await page.keyboard.press("Escape");

  const requests = await answerLeads(page);
  await context.setOffline(false);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(signedUpToast(page)).toBeVisible();
  await expect(sendFailedToast(page)).toHaveCount(0);
  await expect(popup).toBeHidden();
  await expect(successPopup(page)).toBeHidden();
  await expectNoInvitation(page);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.clock.runFor(tryAgainMs);
  expect(requests).toHaveLength(1);
  expect(storedFor(site, ana)).toEqual([ana]);
  expect(await kept(page)).toBeNull();
});

test("in each form a press without React and line is kept, told, and sent later", async ({
  page,
  context,
  site,
}) => {
  const people = [visitor(), visitor({ name: "Bia" })] as const;
  await openBeforeHydration(page);
  await context.setOffline(true);
  const popup = await openLeadPopup(page);
  await pressWithoutReact(popup, people[0]);
  await page.keyboard.press("Escape");
  await consentBox(page).check();
  await pressWithoutReact(pageForm(page), people[1]);
  expect(page.url()).toBe(`${site.url}/`);
  expect(await page.evaluate("navigator.onLine")).toBe(false);
  await context.setOffline(false);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await waitForHydration(page);
  await expect(waitingLine(page)).toHaveCount(0);
  for (const one of people) await expect.poll(() => storedFor(site, one)).toEqual([one]);
  await expect.poll(() => kept(page)).toBeNull();
});

async function pressWithoutReact(place: Locator, lead: Lead): Promise<void> {
  await fillIn(place, lead);
  await submitButton(place).click();
  await expect(waitingLine(place)).toBeInViewport();
}

test("a network that leads nowhere, and with an answer of 503 too, is tried again after 30,000 ms", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(503), failedSignUp("503")]);
  await openLanding(page);
  const lost = await answerLeads(page, (route) => route.abort());
  const popup = await sendFromPopup(page, visitor());
  await expect(waitingLine(popup)).toBeVisible();
  await page.clock.runFor(tryAgainMs);
  // The page sends nothing more until it knows that this request failed.
  await expect.poll(() => failedTries(pageConsole.complaints())).toBe(2);
  await expectToWait(popup);
  const refused = await answerLeads(page, (route) => route.fulfill({ status: 503 }));
  await page.clock.runFor(tryAgainMs);
  await expect.poll(() => refused.length).toBe(1);
  await expectToWait(popup);
  await submitButton(popup).click();
  await expect.poll(() => refused.length).toBe(2);
  await expectToWait(popup);
  const accepted = await answerLeads(page);
  await page.clock.runFor(tryAgainMs);
  await expect(successPopup(page)).toBeVisible();
  expect(keysOf([...lost, ...refused, ...accepted]).size).toBe(1);
  expect(await kept(page)).toBeNull();
});

async function expectToWait(popup: Locator): Promise<void> {
  await expect(submitButton(popup)).toHaveText(form.submit, { useInnerText: true });
  await expect(waitingLine(popup)).toBeVisible();
}

test("a page with an old key tries no more, and the next visit sends, from two tabs too", async ({
  page,
  context,
  site,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(401), failedSignUp("401")]);
  const ana = visitor();
  await openLanding(page);
  const refused = await answerLeads(page, (route) => route.fulfill({ status: 401, json: {} }));
  const popup = await sendFromPopup(page, ana);
  await expectFailure(popup);
  await expect(waitingLine(popup)).toBeVisible();
  await page.clock.runFor(2 * tryAgainMs);
  expect(refused).toHaveLength(1);
  await page.close();

  const tabs = [await context.newPage(), await context.newPage()];
  const later = await Promise.all(tabs.map((tab) => answerLeads(tab)));
  await Promise.all(tabs.map((tab) => openBeforeHydration(tab)));
  await expect.poll(() => later.flat().length).toBeGreaterThan(0);
  const tab = tabs[later.findIndex((requests) => requests.length > 0)] ?? page;
  await expect(signedUpToast(tab)).toBeVisible();
  await expectNoInvitation(tab);
  await expect(leadPopup(tab)).toBeHidden();
  expect(keysOf([...refused, ...later.flat()]).size).toBe(1);
  expect(storedFor(site, ana)).toEqual([ana]);
  expect(await kept(tab)).toBeNull();
});

test("a sign-up that is taken back is not sent, and one that is refused at last is told", async ({
  page,
  context,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(422), failedSignUp("422")]);
  const ana = visitor();
  await openLanding(page);
  const sent = await answerLeads(page, (route) => route.abort());
  const popup = await sendFromPopup(page, ana);
  await takeBack(popup, ana).press("Enter");
  await expect(waitingLine(popup)).toHaveCount(0);
  await expect(submitButton(popup)).toBeFocused();
  expect(await kept(page)).toBeNull();
  await expectAnswers(popup, ana);
  await context.setOffline(true);
  await context.setOffline(false);
  await page.clock.runFor(tryAgainMs);
  expect(sent).toHaveLength(1);

  await submitButton(popup).click();
  await expect(waitingLine(popup)).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(keysOf(sent).size).toBe(1);
  await page.keyboard.press("Escape");
  await answerLeads(page, (route) => route.fulfill({ status: 422, json: refusal }));
  await page.clock.runFor(tryAgainMs);
  await expectFailure(popup);
  await expectAnswers(popup, ana);
  await expect(field(popup, "whatsapp")).toBeFocused();
  await expect(popup.getByText(message, { exact: true })).toBeVisible();
  await expect(waitingLine(popup)).toHaveCount(0);
  expect(await kept(page)).toBeNull();
});

test("two people on one phone both wait, and a corrected e-mail is still one person", async ({
  page,
  context,
  site,
}) => {
  const [ana, bia, caio] = [visitor(), visitor({ name: "Bia" }), visitor({ name: "Caio" })];
  const mistyped = { ...bia, email: `x${bia.email}` };
  await openLanding(page);
  await context.setOffline(true);
  const popup = await sendFromPopup(page, ana);
  for (const one of [mistyped, bia]) {
    await fillIn(popup, one);
    await submitButton(popup).click();
    await expect(takeBack(popup, one)).toBeVisible();
  }
  await expect(takeBack(popup, mistyped)).toHaveCount(0);
  await expect(takeBack(popup, ana)).toBeVisible();

  await test.step("a third one, who types meanwhile, is not disturbed", async () => {
    await fillIn(popup, caio);
    const requests = await answerLeads(page);
    await context.setOffline(false);
    await expect(waitingLine(popup)).toHaveCount(0);
    await expectAnswers(popup, caio);
    await expect(successPopup(page)).toBeHidden();
    expect(requests).toHaveLength(2);
  });
  expect([...storedFor(site, ana), ...storedFor(site, bia)]).toEqual([ana, bia]);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(storedFor(site, caio)).toEqual([caio]);
  expect(await kept(page)).toBeNull();
});

test("a day after the press it is sent, and 1 ms later it is asked for again", async ({
  page,
  context,
}) => {
  const ana = visitor();
  await openLanding(page);
  await answerLeads(page, (route) => route.abort());
  await expect(waitingLine(await sendFromPopup(page, ana))).toBeVisible();
  const [waiting] = JSON.parse((await kept(page)) ?? "");
  /** Opens a new visit `ageMs` after the press, and returns its requests to the lead function. */
  const visitAfter = async (ageMs: number) => {
    // An earlier version of the page stored one waiting sign-up, not a list.
    const older = JSON.stringify({ ...waiting, at: waiting.at - ageMs });
    await page.evaluate(`localStorage.setItem("sign-up-draft", ${JSON.stringify(older)})`);
    const later = await context.newPage();
    const requests = await answerLeads(later);
    await openBeforeHydration(later);
    return { later, requests };
  };

  const { later, requests } = await visitAfter(maxWaitMs);
  await expect(signedUpToast(later)).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(await kept(later)).toBeNull();

  const { later: tooLate, requests: none } = await visitAfter(maxWaitMs + 1);
  await expectFailure(leadPopup(tooLate));
  await expectAnswers(leadPopup(tooLate), ana);
  expect(none).toEqual([]);
  expect(await kept(tooLate)).toBeNull();
  await tooLate.reload();
  await expect(sendFailedToast(tooLate)).toHaveCount(0);
});

function storedFor(site: RunningSite, { email }: Lead): unknown[] {
  return site.submissions().filter((one) => JSON.stringify(one).includes(email));
}

function waitingLine(place: Page | Locator): Locator {
  return place.getByRole("alert").getByText(form.waits);
}

function keysOf(requests: readonly Request[]): Set<string | undefined> {
  return new Set(requests.map((request) => request.headers()["idempotency-key"]));
}

function takeBack(place: Locator, { email }: Lead): Locator {
  return place.getByRole("button", { name: fill(form.takeBack, { email }), exact: true });
}

/** The waiting sign-up that the device stores. */
function kept(page: Page): Promise<string | null> {
  return page.evaluate("localStorage.getItem('sign-up-draft')");
}
