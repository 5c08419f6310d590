import { expect, type Locator, type Page, test } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { clockWords, phases } from "#content/phases.ts";
import { editionAt } from "#event/edition.ts";
import { field, openLeadPopup, pageForm } from "#tests/support/browser/page-parts.ts";
import { lastTime, openShiftedTab, type ShiftedTab } from "#tests/support/browser/shifted-tab.ts";
import { words } from "#tests/support/browser/words.ts";
import type { RunningSite } from "#tests/support/built/running-site.ts";
import { startSiteAt } from "#tests/support/built/shifted-site.ts";
import { layoutShifts } from "#tests/support/looks/layout-shifts.ts";

/** All tabs are opened while the server's clock shows the last seconds before the class. */
const openedBeforeMs = 25_000;
const openingLimitMs = 150_000;
const flipLimitMs = openedBeforeMs + 10_000;
const sevenMinutesMs = 7 * 60_000;
const maxDelayMs = { flip: 2_000, return: 1_000 };

const { start } = editionAt(launch.event, Date.now());
const halfName = "Maria da";

type Visitor = ShiftedTab & { zone: string; form: Locator; shifts: string[]; announced: string[] };

let site: RunningSite;
/** How far the server's clock is ahead of the machine's. */
let shiftMs = 0;
let visitors: Visitor[];
let frozen: Page;
let away: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(openingLimitMs);
  shiftMs = start - openedBeforeMs - Date.now();
  site = await startSiteAt(Date.now() + shiftMs);
  const open = (zone: string, skewMs = 0) =>
    openShiftedTab(browser, { url: site.url, zone, shiftMs: shiftMs + skewMs });
  visitors = [
    await typeName(await open("America/Manaus", -sevenMinutesMs), "America/Manaus", inPage),
    await typeName(await open("Europe/Lisbon"), "Europe/Lisbon", openLeadPopup),
    await typeName(await open("America/Rio_Branco", sevenMinutesMs), "America/Rio_Branco", inPage),
  ];
  ({ page: frozen } = await open("America/Sao_Paulo"));
  await frozen.evaluate("freezeTab()");
  ({ page: away } = await open("America/Sao_Paulo"));
  await away.goto(`${site.url}${words.paths.terms}`);
  const serverNow = () => Date.now() + shiftMs;
  await expect.poll(serverNow, { timeout: flipLimitMs }).toBeGreaterThan(start + maxDelayMs.flip);
  for (const visitor of visitors) visitor.announced = await statusTexts(visitor.page);
});

test.afterAll(async () => {
  for (const page of [...visitors.map((visitor) => visitor.page), frozen, away])
    await page.context().close();
  await site.stop();
});

test("tabs whose clocks are seven minutes slow, right and seven minutes fast are live when the server's clock says so", async () => {
  for (const { page } of visitors) {
    const delayMs = (await lastTime(page, "live")) + shiftMs - start;
    expect(Math.abs(delayMs)).toBeLessThan(maxDelayMs.flip);
  }
});

test("such a tab asks the server at most once before the class", () => {
  for (const { questions } of visitors)
    expect(questions.filter((at) => at + shiftMs < start).length).toBeLessThanOrEqual(1);
});

test("a half-typed name stays when the class begins, and the focus stays in its field", async () => {
  for (const { form } of visitors) {
    await expect(field(form, "name")).toHaveValue(halfName);
    await expect(field(form, "name")).toBeFocused();
  }
});

test("screen readers hear that the class has begun, also in an open popup", () => {
  for (const { announced } of visitors) expect(announced).toContain(phases.status.live);
});

test("in Manaus, Lisbon and Acre the page says the visitor's own hour, and nothing moves for it", async () => {
  for (const { page, zone, shifts } of visitors) {
    await expect(page.locator("main")).toContainText(visitorHour(zone));
    expect(shifts).toEqual([]);
  }
});

test("a frozen tab is live within a second of its return", async () => {
  const returned = Date.now();
  await frozen.evaluate("thawTab()");
  await expectPhase(frozen, "live");
  const delayMs = (await lastTime(frozen, "live")) - returned;
  expect(delayMs).toBeGreaterThan(0);
  expect(delayMs).toBeLessThan(maxDelayMs.return);
});

test("a page restored by the back button is live within a second of its return", async () => {
  await away.goBack();
  await expectPhase(away, "live");
  const delayMs = (await lastTime(away, "live")) - (await lastTime(away, "shown"));
  expect(delayMs).toBeLessThan(maxDelayMs.return);
});

function inPage(page: Page): Locator {
  return pageForm(page);
}

async function typeName(
  tab: ShiftedTab,
  zone: string,
  place: (page: Page) => Locator | Promise<Locator>,
): Promise<Visitor> {
  const shifts = await layoutShifts(tab.page);
  const form = await place(tab.page);
  await field(form, "name").fill(halfName);
  return { ...tab, zone, form, shifts, announced: [] };
}

/** The sentences that screen readers can hear: in an open popup only those of the popup. */
async function statusTexts(page: Page): Promise<string[]> {
  const popup = page.locator("dialog[open]");
  const place = (await popup.count()) > 0 ? popup : page;
  return place.locator("[role='status']").allTextContents();
}

/** The hour of the class in a time zone, as the page writes it. */
function visitorHour(timeZone: string): string {
  const event = new Date(start);
  const [hour = "", minute = ""] = event
    .toLocaleTimeString("pt-BR", { timeZone, timeStyle: "short" })
    .split(":");
  const day = event.toLocaleDateString("pt-BR", { timeZone, day: "numeric" });
  const { sameDay, otherDay } = clockWords.visitorHour;
  const time = `${Number(hour)}h${minute === "00" ? "" : minute}`;
  return fill(Number(day) === launch.event.day ? sameDay : otherDay, { time, day });
}

async function expectPhase(page: Page, phase: string): Promise<void> {
  const options = { timeout: flipLimitMs };
  await expect(page.locator("html")).toHaveAttribute("data-phase", phase, options);
}
