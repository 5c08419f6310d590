import { expect } from "@playwright/test";
import { links } from "#content/links.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  field,
  leadPopup,
  openLeadPopup,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

/** The path of the lead function in the specification. It is written out here, because other sites may call it too. */
const path = "/functions/v1/add-contact-active-campaign";
const { publicKey } = links;

/**
 * The type of the console messages in which the browser itself comments on the layout. Playwright's types do not know
 * it, and no page can write such a message.
 */
const browserNote: string = "verbose";

test("the popup posts exactly name, e-mail and WhatsApp as JSON, and the lead is on disk", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);

  await expect(successPopup(page)).toBeVisible();
  await expect(popup).toBeHidden();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.method()).toBe("POST");
  expect(new URL(requests[0]?.url() ?? "").pathname).toBe(path);
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);
  expect(site.submissions()).toContainEqual(ana);
});

test("the sign-up has the public key as apikey and as bearer token, and an idempotency key of its own", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await sendFromPopup(page, visitor());

  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.headers()).toMatchObject({
    "content-type": "application/json",
    apikey: publicKey,
    authorization: `Bearer ${publicKey}`,
    "idempotency-key": expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test("what was typed is sent without spaces around it", async ({ page }) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, { ...ana, name: `  ${ana.name} `, whatsapp: ` ${ana.whatsapp}  ` });
  await field(popup, "whatsapp").press("Enter");

  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);
});

test("the console shows the answer, and nothing about the visitor", async ({ page }) => {
  const lines: string[] = [];
  page.on("console", (entry) => {
    if (entry.type() !== browserNote) lines.push(entry.text());
  });
  const ana = visitor();
  await openLanding(page);
  await sendFromPopup(page, ana);
  await expect(successPopup(page)).toBeVisible();

  const accepted = /^add-contact-active-campaign: 200 {ok: true, group: \S+}$/;
  await expect.poll(() => lines).toEqual([expect.stringMatching(accepted)]);
  for (const secret of Object.values(ana)) expect(lines.join()).not.toContain(secret);
});

test("a popup that is closed before the answer still opens the success popup", async ({ page }) => {
  const { answer, release } = heldAnswer();
  await answerLeads(page, answer);
  await openLanding(page);
  await sendFromPopup(page, visitor());
  await page.keyboard.press("Escape");
  await expect(leadPopup(page)).toBeHidden();
  release();
  await expect(successPopup(page)).toBeVisible();
});
