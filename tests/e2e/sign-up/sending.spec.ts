import { expect, type Locator, type Request } from "@playwright/test";
import { links } from "#content/links.ts";
import { honeypotField } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  calmBox,
  calmSwitch,
  field,
  leadPopup,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  sendFromPopup,
  showUnstoredSignUp,
  unstoredComplaints,
} from "#tests/support/browser/popup-states.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

/** The path of the lead function in the specification, repeated here because other sites may call this path too. */
const path = "/functions/v1/add-contact-active-campaign";
const { publicKey } = links;
const { form } = words.messages;
const noAnswers = eachField(() => "");

/**
 * The type of console messages in which the browser itself comments on the layout. Playwright's types lack this type,
 * and no page can write such a message.
 */
const browserNote: string = "verbose";

test("a sign-up sends three answers, is on disk, and shows the next steps", async ({
  page,
  site,
}) => {
  const lines: string[] = [];
  page.on("console", (entry) => {
    if (entry.type() !== browserNote) lines.push(entry.text());
  });
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, { ...ana, name: `  ${ana.name} `, whatsapp: ` ${ana.whatsapp}  ` });
  await field(popup, "whatsapp").press("Enter");

  await expect(successPopup(page)).toBeVisible();
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL("/");
  expect(site.submissions()).toContainEqual(ana);
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request?.method()).toBe("POST");
  expect(new URL(request?.url() ?? "").pathname).toBe(path);
  expect(request?.postDataJSON()).toStrictEqual(ana);
  expect(request?.headers()).toMatchObject({
    "content-type": "application/json",
    apikey: publicKey,
    authorization: `Bearer ${publicKey}`,
    "idempotency-key": expect.stringMatching(/^[0-9a-z]{8}[0-9a-f]{32}$/),
  });
  expect(contextOf(request)).toEqual({
    surface: "popup",
    wording: words.messages.wordings.current.notice,
    cta: "hero",
    elapsedMs: expect.any(Number),
    honeypotFilled: false,
  });
  const accepted = /^add-contact-active-campaign: 200 {ok: true, group: \S+}$/;
  await expect.poll(() => lines).toEqual([expect.stringMatching(accepted)]);
  for (const secret of Object.values(ana)) expect(lines.join()).not.toContain(secret);
});

test("answers that are corrected while the first ones are being sent are sent after them, and shown", async ({
  page,
}) => {
  const { answer, release } = heldAnswer();
  const requests = await answerLeads(page, answer);
  const ana = visitor();
  const mistyped = visitor({ name: ana.name, whatsapp: ana.whatsapp });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, mistyped);
  await submitButton(popup).click();
  await expect.poll(() => requests.length).toBe(1);
  await field(popup, "email").fill(ana.email);
  await submitButton(popup).dblclick();
  release();
  await expect(successPopup(page)).toBeVisible();
  expect(requests.map((request) => request.postDataJSON())).toEqual([mistyped, ana]);
});

const presses = [
  { what: "a double click", press: (popup: Locator) => submitButton(popup).dblclick() },
  {
    what: "Enter and a click",
    press: async (popup: Locator) => {
      await field(popup, "name").press("Enter");
      await submitButton(popup).click();
    },
  },
  { what: "ten clicks", press: (popup: Locator) => submitButton(popup).click({ clickCount: 10 }) },
];

test("many presses send one request, also in a popup that is closed before the answer", async ({
  page,
}) => {
  const ana = visitor();
  const sent: Request[] = [];
  await openLanding(page);
  const popup = leadPopup(page);
  const button = submitButton(popup);
  for (const { what, press } of presses)
    await test.step(what, async () => {
      const { answer, release } = heldAnswer();
      const requests = await answerLeads(page, answer);
      await openLeadPopup(page);
      await expectAnswers(popup, noAnswers);
      await expect(button).toHaveText(form.submit, { useInnerText: true });
      await expect(button).toHaveAttribute("aria-busy", "false");
      await fillIn(popup, ana);
      await press(popup);
      await expect(button).toHaveText(form.sending, { useInnerText: true });
      await expect(button).toHaveAttribute("aria-busy", "true");
      await page.keyboard.press("Escape");
      await expect(popup).toBeHidden();
      release();
      await expect(successPopup(page)).toBeVisible();
      expect(requests).toHaveLength(1);
      sent.push(...requests);
      await page.keyboard.press("Escape");
      await inviteAgain(page);
    });
  // Each further sign-up has a new key, even for the same person.
  expect(new Set(sent.map(keyOf)).size).toBe(presses.length);

  await test.step("no answer comes back with a reload", async () => {
    await reloadLanding(page);
    await inviteAgain(page);
    await expectAnswers(await openLeadPopup(page), noAnswers);
  });
  await test.step("a sign-up says that the field for bots was filled in", async () => {
    const requests = await answerLeads(page);
    await fillIn(popup, ana);
    await popup.locator(`[name="${honeypotField}"]`).fill("x", { force: true });
    await button.click();
    await expect(successPopup(page)).toBeVisible();
    expect(contextOf(requests[0])).toMatchObject({ honeypotFilled: true });
  });
});

// `site/capture/sign-up.test.ts` tests all answers that count as failures.

test("answers that were not sent stay, over a reload too, until it works", async ({
  page,
  context,
  site,
  pageConsole,
}) => {
  pageConsole.allow([...unstoredComplaints, ...unsentSignUp]);
  const ana = visitor();
  await openLanding(page);
  const popup = await showUnstoredSignUp(page, ana);
  await expectAnswers(popup, ana);
  expect(site.submissions()).not.toContainEqual(ana);

  await reloadLanding(page);
  await expect(popup).toBeVisible();
  await expectAnswers(popup, ana);
  await test.step("another tab has them too, in a closed popup", async () => {
    const another = await context.newPage();
    await answerLeads(another, (route) => route.abort());
    await openLanding(another);
    await expect(leadPopup(another)).toBeHidden();
    await expectAnswers(await openLeadPopup(another), ana);
    await another.close();
  });
  await test.step("a reload before the answer loses nothing either", async () => {
    await answerLeads(page, () => {});
    await submitButton(popup).click();
    await expect(submitButton(popup)).toHaveText(form.sending, { useInnerText: true });
    await reloadLanding(page);
    await expect(popup).toBeVisible();
    await expectAnswers(popup, ana);
    // The visitor left the page before the request was answered, so the new page sends it again.
    await expect(submitButton(popup)).toHaveText(form.sending, { useInnerText: true });
  });

  await answerLeads(page);
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  for (const secret of Object.values(ana))
    expect(pageConsole.complaints().join("\n")).not.toContain(secret);
});

test("without storage a failure still keeps the answers and their key", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  await forbidStorage(page);
  const requests = await answerLeads(page, (route) => route.abort());
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expectFailure(popup);
  await expectAnswers(popup, ana);
  await expect(popup.getByText(form.waits)).toBeHidden();
  const retries = await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  const keys = [...requests, ...retries].map(keyOf);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await test.step("the calm mode works for the open page", async () => {
    await page.keyboard.press("Escape");
    await calmSwitch(page).click();
    await expect(calmBox(page)).toBeChecked();
    const ornaments = page.locator("svg:not(a *, button *)").filter({ visible: true });
    await expect(ornaments).toHaveCount(0);
  });
});

function keyOf(request: Request): string | undefined {
  return request.headers()["idempotency-key"];
}
