import { expect, type Page } from "@playwright/test";
import { contextHeader } from "#lead/contract.ts";
import {
  friendLink,
  invitedPath,
  inviteInChat,
  invitingPlaces,
  messageFrom,
  openReceived,
} from "#tests/support/browser/invitations.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { successPopup } from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { title, text } = words.messages.friend;

test.use({ viewport: { width: 360, height: 640 } });

for (const { name, open } of invitingPlaces) {
  test(`${name} an invitation opens the share sheet of the phone with a title, a text and the address`, async ({
    page,
    context,
    site,
  }) => {
    await giveShareSheet(page);
    await open(page);
    await friendLink(page).click();
    const url = `${site.url}${invitedPath}`;
    await expect.poll(() => shared(page)).toEqual([{ title, text, url }]);
    expect(context.pages()).toHaveLength(1);
  });

  test(`${name} a share sheet that the visitor closes leaves everything as it was`, async ({
    page,
    context,
  }) => {
    await giveShareSheet(page, "AbortError");
    await open(page);
    const before = await page.locator("body").textContent();
    for (const times of [1, 2]) {
      await friendLink(page).click();
      await expect.poll(() => shared(page)).toHaveLength(times);
    }
    expect(await page.locator("body").textContent()).toBe(before);
    expect(context.pages()).toHaveLength(1);
  });

  test(`${name} after a share sheet has failed, each press opens a message in the chat app`, async ({
    page,
    requestsElsewhere,
    site,
  }) => {
    await giveShareSheet(page, "NotAllowedError");
    await open(page);
    for (const _ of [1, 2]) await (await inviteInChat(page)).close();
    expect(requestsElsewhere).toEqual([messageFrom(site.url), messageFrom(site.url)]);
    expect(await shared(page)).toHaveLength(1);
  });
}

test("after a share sheet that the browser takes for open, the next press opens a message in the chat app", async ({
  page,
  context,
  requestsElsewhere,
  site,
}) => {
  await giveShareSheet(page, "InvalidStateError");
  await openReceived(page);
  await friendLink(page).click();
  await expect.poll(() => shared(page)).toHaveLength(1);
  expect(context.pages()).toHaveLength(1);
  await inviteInChat(page);
  expect(requestsElsewhere).toEqual([messageFrom(site.url)]);
});

for (const share of ["throw new TypeError()", "return Promise.reject()"])
  test(`with a share sheet that does "${share}" the first press opens a message in the chat app`, async ({
    page,
    requestsElsewhere,
    site,
  }) => {
    await page.addInitScript(`navigator.share = () => { ${share} };`);
    await openReceived(page);
    await inviteInChat(page);
    expect(requestsElsewhere).toEqual([messageFrom(site.url)]);
  });

test("a friend who opens the shared address signs up with the invitation as the source", async ({
  page,
  browser,
}) => {
  await giveShareSheet(page);
  await openReceived(page);
  await friendLink(page).click();
  await expect.poll(() => shared(page)).toHaveLength(1);
  const [{ url } = { url: "" }] = await shared(page);

  const context = await browser.newContext();
  const friend = await context.newPage();
  const requests = await answerLeads(friend, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(friend, url);
  await sendFromPopup(friend, visitor());
  await expect(successPopup(friend)).toBeVisible();
  const sent = requests[0]?.headers()[contextHeader] ?? "";
  const source = { utm_source: "indicacao" };
  expect(JSON.parse(decodeURIComponent(sent))).toMatchObject({ first: source, last: source });
  await context.close();
});

/** Gives the browser a share sheet, which ends with this error if there is one. */
async function giveShareSheet(page: Page, error = ""): Promise<void> {
  await page.addInitScript(`
    globalThis.shared = [];
    navigator.share = async (data) => {
      shared.push(data);
      if ("${error}") throw new DOMException("", "${error}");
    };`);
}

function shared(page: Page): Promise<{ url: string }[]> {
  return page.evaluate("shared");
}
