import { expect, test } from "@playwright/test";
import { type PageReport, pageReportPath } from "#lead/page-report.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { stepsOf, visitIn, visits } from "#tests/support/browser/scripted-visits.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { startSite } from "#tests/support/built/running-site.ts";

const visitsInBrowser = 24;
const allVisits = 1_000;
const longerMs = 300_000;
const writtenMs = 60_000;

const countTables = ["visit_counts", "step_totals", "minute_counts", "page_health"];

test("a thousand visits are counted exactly, in spite of fifty bots, and no table or log holds what a visitor or a link said", async ({
  browser,
}) => {
  test.setTimeout(longerMs);
  const site = await startSite();
  const send: Send = (report, headers = {}) =>
    fetch(`${site.url}${pageReportPath}`, {
      method: "POST",
      headers: { "content-type": "text/plain;charset=UTF-8", ...sameSite, ...headers },
      body: JSON.stringify(report),
    });
  await visitAsBots(site.url, send);

  const expected: Record<string, number> = {};
  const expectStep = (key: string) => {
    expected[key] = (expected[key] ?? 0) + 1;
  };
  for (let index = 0; index < visitsInBrowser; index += 1) {
    const visit = pick(visits, index);
    await visitIn(browser, site.url, visit, visitor({ name: `canary ${index}` }));
    for (const step of stepsOf[visit]) expectStep(`instagram ${step}`);
  }
  for (let index = visitsInBrowser; index < allVisits; index += 1) {
    const visit = pick(sentVisits, index);
    for (const report of visit) {
      expect((await send(report)).status).toBe(204);
      for (const [step, surface] of report.steps) expectStep(`${report.source} ${step} ${surface}`);
    }
  }

  await expect.poll(() => counted(site.databaseFile), { timeout: writtenMs }).toEqual(expected);
  const stored = read(site.databaseFile, (database) =>
    countTables.map((table) => database.prepare(`select * from ${table}`).all()),
  );
  expect(JSON.stringify(stored)).not.toMatch(/canary|visitor-/);
  expect(site.output()).not.toMatch(/canary|visitor-/);
  await site.stop();
});

/** What a browser sends with the report of a page. */
const sameSite = { "sec-fetch-site": "same-origin" };

type Send = (report: object, headers?: Record<string, string>) => Promise<Response>;

/** Visits as the page sends them: the view at once, and the rest when the visitor leaves. */
const sentVisits: PageReport[][] = [
  [{ ...sentBy("direct"), steps: [["view", "none", 1]] }],
  [
    { ...sentBy("facebook"), steps: [["view", "none", 1]] },
    { ...sentBy("facebook"), steps: [["popup-opened", "popup", 1]], vitals: [["lcp", "good"]] },
  ],
  [
    { ...sentBy("google"), steps: [["view", "none", 1]] },
    {
      ...sentBy("google"),
      steps: [
        ["form-begun", "page", 1],
        ["sent", "page", 1],
        ["error-shown", "page", 1],
      ],
      errors: [["canary", "canary.js"]],
    },
  ],
];

function sentBy(source: PageReport["source"]): PageReport {
  return { source, device: "phone", steps: [], vitals: [], errors: [] };
}

/** Fifty requests of programs, of which each would count as a visit if it came from a visitor. */
async function visitAsBots(site: string, send: Send): Promise<void> {
  const view = { ...sentBy("other"), steps: [["view", "none", 1]] };
  const preview = { "user-agent": "WhatsApp/2.24.20.89 A" };
  for (let index = 0; index < 10; index += 1) {
    await fetch(site, { headers: preview });
    await fetch(site, { method: "HEAD" });
    await send(view, preview);
    await send(view, { "sec-purpose": "prefetch;prerender" });
    await send(view, { "sec-fetch-site": "cross-site" });
  }
}

/** How often each step is counted, by `source step surface`. */
function counted(file: string): Record<string, number> {
  return JSON.parse(String(read(file, (database) => database.prepare(sums).pluck().get())));
}

const sums = `
  select json_group_object(step, count) from (
    select source || ' ' || step || ' ' || surface as step, sum(count) as count
    from visit_counts group by 1)`;

function read<Rows>(file: string, query: (database: InstanceType<typeof Sqlite>) => Rows): Rows {
  const database = new Sqlite(file, { readonly: true });
  try {
    return query(database);
  } finally {
    database.close();
  }
}

function pick<Kind>(kinds: readonly Kind[], index: number): Kind {
  const kind = kinds[index % kinds.length];
  if (kind === undefined) throw new Error("there is no kind of visit to pick");
  return kind;
}
