import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { closeButton, heroCall, successPopup } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { firstScreen, groupLink } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";

const { success } = words.messages;

test("the success popup says what comes next, with date and hour", async ({ page }) => {
  await openLanding(page);
  const popup = await showSuccess(page);
  const { text, when, groupNote, calendarTitle, voucherText } = success;
  const moment = when.replace("{visitorHour}", "");
  for (const sentence of [text, moment, groupNote, calendarTitle, voucherText])
    await expect(popup.getByText(sentence, { exact: true })).toBeVisible();
});

test("the voucher opens in a new tab that has no access to this page", async ({
  page,
  requestsElsewhere,
}) => {
  await openLanding(page);
  const tab = await openedBy(await showSuccess(page), success.voucher);
  await expect(tab.getByText("Elsewhere", { exact: true })).toBeVisible();
  expect(requestsElsewhere).toEqual([links.checkout]);
  await expectNoAccess(tab);
  await expect(successPopup(page)).toBeVisible();
});

for (const [name, path] of [
  [success.group, words.paths.group],
  [success.otherGroup, words.paths.otherGroup],
] as const)
  test(`"${name}" opens our own address in a new tab that has no access to this page`, async ({
    page,
    context,
  }) => {
    // The server sends the visitor on to the group, and a journey cannot answer what follows a redirect.
    await context.route(
      ({ pathname }) => pathname === path,
      (route) => route.fulfill({ contentType: "text/html", body: "<p>Grupo</p>" }),
    );
    await openLanding(page);
    const tab = await openedBy(await showSuccess(page), name);
    await expect(tab.getByText("Grupo", { exact: true })).toBeVisible();
    await expectNoAccess(tab);
    await expect(successPopup(page)).toBeVisible();
  });

test("the calendar file is a valid entry for the event of content/launch.ts", async ({ page }) => {
  await openLanding(page);
  const popup = await showSuccess(page);
  const coming = page.waitForEvent("download");
  await popup.getByRole("link", { name: success.calendarFile, exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("black-ahsd.ics");
  const file = await readFile(await download.path(), "utf8");
  const { start, end } = entryIn(file);
  const { day, month, hour, minute, durationMinutes } = launch.event;
  expect(inSaoPaulo(start)).toEqual({ day, month, hour, minute });
  expect(end.getTime() - start.getTime()).toBe(durationMinutes * 60_000);
  expect(end.getTime()).toBeGreaterThan(Date.now());
});

test("Google's calendar gets the same instants as the file", async ({ page, request }) => {
  await openLanding(page);
  const popup = await showSuccess(page);
  const link = popup.getByRole("link", { name: success.googleCalendar });
  await expect(link).toHaveAttribute("target", "_blank");
  const address = new URL((await link.getAttribute("href")) ?? "");
  const file = await (await request.get(calendarFilePath)).text();
  const [start, end] = ["DTSTART", "DTEND"].map(
    (name) => new RegExp(`${name}:(.*)\r`).exec(file)?.[1],
  );
  expect(address.origin).toBe("https://calendar.google.com");
  expect(address.searchParams.get("action")).toBe("TEMPLATE");
  expect(address.searchParams.get("text")).toBe(words.calendarEntry.title);
  const wayIn = new URL(address.searchParams.get("location") ?? "");
  expect(wayIn.pathname).toBe(words.paths.live);
  expect(address.searchParams.get("dates")).toBe(`${start}/${end}`);
});

const closings = {
  Esc: (page: Page) => page.keyboard.press("Escape"),
  "the button": (page: Page) => closeButton(page).click(),
  "the backdrop": (page: Page) => page.mouse.click(5, 300),
};

for (const [name, close] of Object.entries(closings))
  test(`${name} closes the success popup, and the link to the group has the focus in place of the call to action`, async ({
    page,
  }) => {
    await openLanding(page);
    const popup = await showSuccess(page);
    await expect(popup.locator(":focus")).toHaveCount(1);
    await close(page);
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeHidden();
    await expect(groupLink(firstScreen(page))).toBeFocused();
  });

async function openedBy(popup: Locator, name: string): Promise<Page> {
  const opened = popup.page().context().waitForEvent("page");
  await popup.getByRole("link", { name, exact: true }).click();
  return opened;
}

async function expectNoAccess(tab: Page): Promise<void> {
  expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
}

/** The times of the entry in a calendar file, which must be as RFC 5545 wants it. */
function entryIn(file: string): { start: Date; end: Date } {
  const { DTSTART: start, DTEND: end } = readCalendar(file).components[0]?.properties ?? {};
  return { start: instantIn(start), end: instantIn(end) };
}

/** `20271111T230000Z` */
function instantIn(time = ""): Date {
  return new Date(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, "$1-$2-$3T$4:$5:$6Z"));
}

function inSaoPaulo(instant: Date): Record<string, number> {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: launch.event.timeZone,
    day: "numeric",
    month: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const parts = format.formatToParts(instant).filter(({ type }) => type !== "literal");
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
}
