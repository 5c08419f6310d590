import { expect, type Locator, type Page } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, paths } = words;
const { label, title, text } = messages.friend;

/** The address that a friend gets, on our site. */
const invitedPath = "/?utm_source=indicacao";

test.use({ viewport: { width: 360, height: 640 } });

for (const [where, open] of [
  ["in the success popup", openSuccess],
  ["on the received page", openReceived],
] as const)
  test(`${where} an invitation opens the share sheet or a chat`, async ({
    page,
    context,
    requestsElsewhere,
    site,
  }) => {
    await page.addInitScript("Reflect.deleteProperty(Navigator.prototype, 'share')");
    await open(page);
    const message = messageFrom(site.url);

    await test.step("without a share sheet a chat", async () => {
      const tab = await inviteInChat(page);
      expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
      expect(requestsElsewhere).toEqual([message]);
      await tab.close();
    });
    await test.step("the sheet gets a title, a text and the address", async () => {
      await giveShareSheet(page);
      await friendLink(page).click();
      const url = `${site.url}${invitedPath}`;
      await expect.poll(() => shared(page)).toEqual([{ title, text, url }]);
    });
    await test.step("a sheet that the visitor closes leaves everything as it was", async () => {
      await giveShareSheet(page, "throw new DOMException('', 'AbortError')");
      const before = await page.locator("body").textContent();
      for (const times of [1, 2]) {
        await friendLink(page).click();
        await expect.poll(() => shared(page)).toHaveLength(times);
      }
      expect(await page.locator("body").textContent()).toBe(before);
      expect(context.pages()).toHaveLength(1);
    });
    await test.step("after a sheet has failed, each press opens a chat", async () => {
      await giveShareSheet(page, "throw new DOMException('', 'NotAllowedError')");
      for (const _ of [1, 2]) await (await inviteInChat(page)).close();
      expect(requestsElsewhere).toEqual([message, message, message]);
      expect(await shared(page)).toHaveLength(1);
    });
  });

test("whatever a share sheet does, a press opens a chat in the end", async ({
  page,
  context,
  requestsElsewhere,
  site,
}) => {
  for (const failure of ["throw new TypeError()", "return Promise.reject()"]) {
    await openReceived(page);
    await page.evaluate(`navigator.share = () => { ${failure} }`);
    await (await inviteInChat(page)).close();
  }

  await test.step("the next one, if the browser takes the sheet for open", async () => {
    await openReceived(page);
    await giveShareSheet(page, "throw new DOMException('', 'InvalidStateError')");
    await friendLink(page).click();
    await expect.poll(() => shared(page)).toHaveLength(1);
    expect(context.pages()).toHaveLength(1);
    await inviteInChat(page);
  });
  expect(requestsElsewhere).toEqual(Array(3).fill(messageFrom(site.url)));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an invitation opens a chat with the text and the site's address", async ({
    page,
    requestsElsewhere,
  }) => {
    await openReceived(page);
    await inviteInChat(page);
    const message = new URL(requestsElsewhere[0] ?? "").searchParams.get("text") ?? "";
    const [, siteUrl = ""] = message.split(text);
    expect(siteUrl).toMatch(/^ https?:/);
    const origin = siteUrl.trim().replace(invitedPath, "");
    expect(requestsElsewhere).toEqual([messageFrom(origin)]);
  });
});

async function openSuccess(page: Page): Promise<void> {
  await serveInPhase(page, "before");
  await openLanding(page);
  await showSuccess(page);
}

async function openReceived(page: Page): Promise<void> {
  await serveInPhase(page, "before", paths.received);
  await page.goto(paths.received);
}

function friendLink(page: Page): Locator {
  return page.getByRole("link", { name: label, exact: true });
}

/** Follows the link to a friend in a new tab, which the journey itself answers. */
async function inviteInChat(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await friendLink(page).click();
  const tab = await opened;
  await tab.getByText("Elsewhere", { exact: true }).waitFor();
  return tab;
}

/** The address of a message to a friend, from a page of this site. */
function messageFrom(siteUrl: string): string {
  const message = `${text} ${siteUrl}${invitedPath}`;
  return fill(links.supportChat, { phone: "" }) + encodeURIComponent(message);
}

/** Gives the browser a share sheet, which does this after it has got what is shared. */
async function giveShareSheet(page: Page, end = ""): Promise<void> {
  await page.evaluate(`
    globalThis.shared = [];
    navigator.share = async (data) => {
      shared.push(data);
      ${end}
    };`);
}

function shared(page: Page): Promise<unknown[]> {
  return page.evaluate("shared");
}
