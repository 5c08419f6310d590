import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import {
  consentToast,
  openLeadPopup,
  pageForm,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";

/** What a visitor does on the page, and the steps that are counted for it beside the view. */
const visits: { play: (page: Page, lead: Lead) => Promise<void>; steps: readonly string[] }[] = [
  { play: async () => {}, steps: [] },
  {
    play: async (page) => {
      await openLeadPopup(page);
    },
    steps: ["popup-opened popup"],
  },
  {
    play: async (page, lead) => fillIn(await openLeadPopup(page), lead),
    steps: ["popup-opened popup", "form-begun popup"],
  },
  // The server itself counts a sign-up that is kept.
  { play: signUp, steps: ["popup-opened popup", "form-begun popup", "sent popup", "kept popup"] },
  { play: forgetTick, steps: ["form-begun page", "error-shown page"] },
  { play: (page) => untilReported(page, () => page.reload()), steps: ["view none"] },
];

const writtenMs = 60_000;
const countTables = ["visit_counts", "step_totals", "minute_counts", "page_health"];

let site: RunningSite;

test.beforeEach(async () => {
  site = await startSite();
});
test.afterEach(() => site.stop());

test("every kind of visit is counted exactly, without what a visitor or a link said", async ({
  browser,
}) => {
  const expected: Record<string, number> = {};
  for (const { play, steps } of visits) {
    await visitIn(browser, play);
    for (const step of ["view none", ...steps]) expected[step] = (expected[step] ?? 0) + 1;
  }
  await expect.poll(counted, { timeout: writtenMs }).toEqual(expected);
  const rows = countTables.flatMap((table) => read(`select * from ${table}`));
  expect(JSON.stringify(rows)).not.toMatch(/canary|visitor-/);
  expect(site.output()).not.toMatch(/canary|visitor-/);
});

/** A visit in a browser of its own, which comes from Instagram. */
async function visitIn(
  browser: Browser,
  play: (page: Page, lead: Lead) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ locale: "pt-BR" });
  await keepPopupAway(page);
  const lead = visitor({ name: "canary" });
  const address = `${site.url}/?utm_source=instagram&utm_campaign=${lead.name}`;
  await untilReported(page, () => page.goto(address));
  await hydrateByUse(page);
  await play(page, lead);
  await page.goto(`${site.url}${words.paths.terms}`);
  await page.close();
}

async function signUp(page: Page, lead: Lead): Promise<void> {
  const popup = await openLeadPopup(page);
  await fillIn(popup, lead);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
}

async function forgetTick(page: Page, lead: Lead): Promise<void> {
  await fillIn(pageForm(page), lead);
  await submitButton(pageForm(page)).click();
  await expect(consentToast(page)).toBeVisible();
}

async function untilReported(page: Page, open: () => Promise<unknown>): Promise<void> {
  const reported = page.waitForRequest((request) => request.url().endsWith(pageReportPath));
  await open();
  await reported;
}

/** How often each step is counted, by `step surface`. All these visits come from Instagram. */
function counted(): Record<string, number> {
  const sums = `
    select json_group_object(step, count) as sums from (
      select step || ' ' || surface as step, sum(count) as count
      from visit_counts where source = 'instagram' group by 1)`;
  return JSON.parse(Object.assign({ sums: "{}" }, read(sums)[0]).sums);
}

function read(query: string): unknown[] {
  const database = new Sqlite(site.databaseFile, { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}
