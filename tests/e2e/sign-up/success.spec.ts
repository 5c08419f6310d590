import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { closeButton, heroCall } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { success } = words.messages;

test("the success popup says what comes next, with date and hour", async ({ page }) => {
  await openLanding(page);
  const popup = await showSuccess(page);
  const { text, when, calendarTitle, voucherText } = success;
  for (const sentence of [text, when, calendarTitle, voucherText])
    await expect(popup.getByText(sentence, { exact: true })).toBeVisible();
});

for (const [name, address] of [
  [success.voucher, links.checkout],
  [success.group, links.group],
] as const)
  test(`"${name}" opens in a new tab that has no access to this page`, async ({
    page,
    context,
    requestsElsewhere,
  }) => {
    await openLanding(page);
    const popup = await showSuccess(page);
    const opened = context.waitForEvent("page");
    await popup.getByRole("link", { name }).click();
    const tab = await opened;
    await expect(tab.getByText("Elsewhere", { exact: true })).toBeVisible();
    expect(requestsElsewhere).toEqual([address]);
    expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
    await expect(popup).toBeVisible();
  });

test("the calendar file is a valid entry for the event of content/launch.ts", async ({ page }) => {
  await openLanding(page);
  const popup = await showSuccess(page);
  const coming = page.waitForEvent("download");
  await popup.getByRole("link", { name: success.calendarFile, exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("black-ahsd.ics");
  const file = await readFile(await download.path(), "utf8");
  const lines = file.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.at(0)).toBe("BEGIN:VCALENDAR");
  expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
  for (const name of ["VERSION", "PRODID", "UID", "DTSTAMP", "SUMMARY"])
    expect(lines.filter((line) => line.startsWith(`${name}:`))).toHaveLength(1);
  const [start, end] = ["DTSTART", "DTEND"].map((name) => instantIn(lines, name));
  const { day, month, hour, minute, durationMinutes } = launch.event;
  expect(inSaoPaulo(start)).toEqual({ day, month, hour, minute });
  expect(Number(end) - Number(start)).toBe(durationMinutes * 60_000);
  expect(Number(end)).toBeGreaterThan(Date.now());
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
  expect(address.searchParams.get("location")).toBe(/\r\nURL:(.*)\r/.exec(file)?.[1]);
  expect(address.searchParams.get("dates")).toBe(`${start}/${end}`);
});

test("Esc, the button and the backdrop close the success popup, and the call to action has the focus again", async ({
  page,
}) => {
  await openLanding(page);
  const closings = [
    () => page.keyboard.press("Escape"),
    () => closeButton(page).click(),
    () => page.mouse.click(5, 300),
  ];
  for (const close of closings) {
    const popup = await showSuccess(page);
    await expect(popup.locator(":focus")).toHaveCount(1);
    await close();
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeFocused();
  }
});

/** The moment in a line of the calendar file, for example `DTSTART:20271111T230000Z`. */
function instantIn(lines: readonly string[], name: string): Date {
  const line = lines.find((one) => one.startsWith(`${name}:`)) ?? "";
  const [, date, time] = /:(\d{8})T(\d{6})Z$/.exec(line) ?? [];
  if (date === undefined || time === undefined) throw new Error(`The file has no ${name}.`);
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function inSaoPaulo(instant: Date | undefined): Record<string, number> {
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
