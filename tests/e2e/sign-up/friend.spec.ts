import { expect } from "@playwright/test";
import {
  invitedPath,
  inviteInChat,
  invitingPlaces,
  messageFrom,
  openReceived,
} from "#tests/support/browser/invitations.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { text } = words.messages.friend;

test.use({ viewport: { width: 360, height: 640 } });

for (const { name, open } of invitingPlaces)
  test(`${name} an invitation opens a message in the chat app where there is no share sheet`, async ({
    page,
    requestsElsewhere,
    site,
  }) => {
    await open(page);
    const tab = await inviteInChat(page);
    expect(requestsElsewhere).toEqual([messageFrom(site.url)]);
    expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
  });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an invitation opens a message in the chat app, with the text and the address in it", async ({
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
