import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { calls, openLanding } from "#tests/support/browser/landing.ts";
import { showThanks } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("the thanks say what comes next, with date and hour", async ({ page }) => {
  await openLanding(page);
  const thanks = await showThanks(page);
  for (const words of [
    "Em breve você receberá mais informações sobre a Black AHSD.",
    "A aula é em 11 de novembro, às 20h, ao vivo.",
    "Adicionar à agenda",
    "Com o voucher, você paga R$ 50 e resgata R$ 300 de desconto em 11 de novembro.",
  ])
    await expect(thanks.getByText(words, { exact: true })).toBeVisible();
});

for (const [name, address] of [
  ["Quero o voucher de desconto", "https://exemplo.com.br/voucher"],
  ["Entrar no grupo", "https://exemplo.com.br/grupo"],
] as const)
  test(`"${name}" opens in a new tab that has no handle on this page`, async ({
    page,
    context,
    askedElsewhere,
  }) => {
    await openLanding(page);
    const thanks = await showThanks(page);
    const opened = context.waitForEvent("page");
    await thanks.getByRole("link", { name }).click();
    const tab = await opened;
    await expect(tab.getByText("Elsewhere", { exact: true })).toBeVisible();
    expect(askedElsewhere).toEqual([address]);
    expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
    await expect(thanks).toBeVisible();
  });

test("the calendar file is a valid entry from 20h to 22h of São Paulo on 11 November", async ({
  page,
}) => {
  await openLanding(page);
  const thanks = await showThanks(page);
  const coming = page.waitForEvent("download");
  await thanks.getByRole("link", { name: "Arquivo de agenda (.ics)" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("black-ahsd.ics");
  const file = await readFile(await download.path(), "utf8");
  const lines = file.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.at(0)).toBe("BEGIN:VCALENDAR");
  expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
  for (const name of ["VERSION", "PRODID", "UID", "DTSTAMP", "SUMMARY"])
    expect(lines.filter((line) => line.startsWith(`${name}:`))).toHaveLength(1);
  const start = lines.find((line) => line.startsWith("DTSTART:")) ?? "";
  expect(start).toMatch(/^DTSTART:20\d\d1111T230000Z$/);
  const year = Number(start.slice(8, 12));
  expect(lines).toContain(`DTEND:${year}1112T010000Z`);
  expect(Date.UTC(year, 10, 12, 1)).toBeGreaterThan(Date.now());
});

test("Google's calendar gets the same instants as the file", async ({ page, request }) => {
  await openLanding(page);
  const thanks = await showThanks(page);
  const link = thanks.getByRole("link", { name: "Google Agenda" });
  await expect(link).toHaveAttribute("target", "_blank");
  const address = new URL((await link.getAttribute("href")) ?? "");
  const file = await (await request.get("/black-ahsd.ics")).text();
  const [start, end] = ["DTSTART", "DTEND"].map(
    (name) => new RegExp(`${name}:(.*)\r`).exec(file)?.[1],
  );
  expect(address.origin).toBe("https://calendar.google.com");
  expect(address.searchParams.get("action")).toBe("TEMPLATE");
  expect(address.searchParams.get("text")).toBe("Black AHSD");
  expect(address.searchParams.get("dates")).toBe(`${start}/${end}`);
});

test("the thanks close by Esc, button and backdrop, and the focus goes back to the call", async ({
  page,
}) => {
  await openLanding(page);
  const closings = [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Fechar", exact: true }).click(),
    () => page.mouse.click(5, 300),
  ];
  for (const close of closings) {
    const thanks = await showThanks(page);
    await expect(thanks.locator(":focus")).toHaveCount(1);
    await close();
    await expect(thanks).toBeHidden();
    await expect(page.getByRole("button", { name: calls.hero })).toBeFocused();
  }
});
