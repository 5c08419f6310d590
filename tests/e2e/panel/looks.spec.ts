import { expect, type Page } from "@playwright/test";
import { minuteMs } from "#event/time-zone.ts";
import { closeGroup } from "#server/groups/groups.ts";
import { recordAction } from "#server/store/action-log.ts";
import { pauseDeliveries, startFailing } from "#server/store/courier.ts";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { test as guarded, shared } from "#tests/support/browser/guarded-test.ts";
import { expectGoodLooks, expectToFit } from "#tests/support/looks/check-looks.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { expectWholeWords } from "#tests/support/looks/torn-words.ts";
import { type RunningPanel, startPanel } from "#tests/support/panel/running-panel.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";
import { parkLead } from "#tests/support/watch/troubles.ts";

const loadedFonts = `document.fonts.ready.then((fonts) =>
  [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family))`;
const doubleSize = "html { font-size: 200% !important; }";

const test = guarded.extend<object, { site: RunningPanel }>({
  site: [shared(startBusyPanel), { scope: "worker" }],
  baseURL: ({ site }, use) => use(site.url),
});

const outage = "an outage of the store";
const [panel, question] = ["/painel?parado=1", "/painel/acao/room"];

test.beforeEach(({ page, site }) => site.enter(page));

// One worker runs all these tests, because each worker starts a server with a full store.
test.describe.configure({ mode: "default" });

test.describe("on a phone", () => {
  const phone = { width: 360, height: 740 };
  test.use({ viewport: phone });

  test("every state can be read and used, also with text of double size", async ({
    page,
    site,
    pageConsole,
  }) => {
    pageConsole.allow(failedLoad(503));
    const states: [string, () => Promise<void>][] = [
      ["the page of a link", async () => open(page, await site.newLink())],
      ["a question", () => open(page, question)],
      ["the panel", () => open(page, panel)],
      ["a link for another device", () => makeLink(page)],
      [outage, () => makeLinkInOutage(page, site)],
    ];
    for (const [state, reach] of states)
      await test.step(state, async () => {
        await reach();
        // The page of an outage has nothing to press, so a part of this check would find nothing.
        if (state === outage) expect(await lowContrastTexts(page)).toEqual([]);
        else await expectGoodLooks(page, state);
        // The fonts must come under the policy of the panel.
        if (state === "the panel") {
          const fonts = await page.evaluate<string[]>(loadedFonts);
          expect(fonts).toEqual(expect.arrayContaining(["Atkinson", "Besley"]));
        }
        await setReaderStyle(page, doubleSize);
        await expectToFit(page, `${state} with text of double size`);
        await expectWholeWords(page, state);
        await page.setViewportSize(phone);
      });
  });
});

test("the busiest panel fits every larger screen, with its hours as a table", async ({ page }) => {
  await open(page, panel);
  for (const width of [768, 1920, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await expectGoodLooks(page, "the busiest panel");
  await expect(page.locator(".large-numbers strong").first()).toHaveCSS("font-weight", "560");
  // A screen reader finds the numbers of all bars in a table.
  await page.locator("summary").last().click();
  await expect(page.getByRole("table").nth(0).getByRole("row")).toHaveCount(25);
});

test("on paper the panel is dark on white, without buttons and forms", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await open(page, question);
  await expect(page.locator("form")).toBeHidden();
  await open(page, panel);
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading").first()).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await lowContrastTexts(page)).toEqual([]);
});

async function open(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  expect(answer?.status(), address).toBe(200);
  await waitForFonts(page);
}

async function makeLink(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Abrir em outro aparelho" }).click();
  await page.waitForURL("/painel/link");
  await waitForFonts(page);
}

/** The answer to a press stays, while that to an address is asked for again by itself. */
async function makeLinkInOutage(page: Page, { database: { schema } }: RunningPanel): Promise<void> {
  await open(page, panel);
  await schema.alterTable("panel_keys").renameTo("lost").execute();
  await makeLink(page).finally(() => schema.alterTable("lost").renameTo("panel_keys").execute());
  await expect(page.getByRole("heading")).toHaveText("O banco de dados não responde");
}

/** A font that comes between two looks would move the letters. */
async function waitForFonts(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => undefined)");
}

/** A panel with the largest numbers that it must show, on a night on which everything goes wrong. */
async function startBusyPanel(): Promise<RunningPanel> {
  const site = await startPanel({
    ACTIVECAMPAIGN_URL: "https://exemplo.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "token",
    ACTIVECAMPAIGN_LIST: "2",
    ACTIVECAMPAIGN_TAGS: "black",
  });
  const { database, startedAt: now } = site;
  const campaign = "um-nome-de-campanha-tao-comprido-quanto-os-contados-podem-ser";
  const minutes = Array.from({ length: 92 }, (_, minute) => now - minute * minuteMs);
  await addToCounts(
    database,
    (["instagram", "whatsapp", "indicacao"] as const).flatMap((source, place) =>
      (["view", "sent", "kept", "group-press", "entered"] as const).flatMap((step) => [
        ...minutes.map((minute, ago) => ({ minute, source, step, n: 40 * (92 - ago) })),
        { minute: 0, source, step, n: 2 ** (20 - place), people: 1_002_911 },
        { minute: 0, source, step, campaign, n: 90_022 },
      ]),
    ),
  );
  await pauseDeliveries(database, now);
  await startFailing(database, { now, reason: "status 503", until: now });
  await parkLead(database, now);
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: now, flag: "flood" });
  for (const number of [1, 2]) await addTestGroup(database, number, 1_024);
  await closeGroup(database, { id: 1, now });
  await recordAction(database, { at: now, action: "groups full", detail: "1" });
  return site;
}
