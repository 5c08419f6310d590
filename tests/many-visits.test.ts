import { expect, test } from "vitest";
import type { PageReport } from "#lead/page-report.ts";
import { readSteps } from "#server/figures/queries.ts";
import { openReportSite, reportNow, visitor } from "#tests/support/app/report-site.ts";

const manyVisits = 200;

/** Visits as the page sends them: the view at once, and the rest when the visitor leaves. */
const kinds: PageReport[][] = [
  [{ ...sentBy("direct"), steps: [["view", "none", 1]] }],
  [
    { ...sentBy("facebook"), steps: [["view", "none", 1]] },
    { ...sentBy("facebook"), steps: [["popup-opened", "popup", 1]] },
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
    },
  ],
];

test("two hundred visits are counted exactly, in spite of fifty bots", async () => {
  const { app, send, flush, database } = await openReportSite();
  const expected: Record<string, number> = {};
  for (let index = 0; index < manyVisits; index += 1) {
    if (index < 10) await visitAsBots(app, send);
    for (const report of kinds[index % kinds.length] ?? []) {
      expect((await send(report)).status).toBe(204);
      for (const [step, surface] of report.steps) {
        const key = `${report.source} ${step} ${surface}`;
        expected[key] = (expected[key] ?? 0) + 1;
      }
    }
  }
  await flush();
  const counted = await readSteps(database, { since: 0, to: reportNow });
  expect(
    Object.fromEntries(
      counted.map(({ source, step, surface, count }) => [`${source} ${step} ${surface}`, count]),
    ),
  ).toEqual(expected);
});

function sentBy(source: PageReport["source"]): PageReport {
  return { source, steps: [] };
}

type Site = Awaited<ReturnType<typeof openReportSite>>;

/** Five requests of programs, of which each would count as a visit if it came from a visitor. */
async function visitAsBots(app: Site["app"], send: Site["send"]): Promise<void> {
  const view = { ...sentBy("other"), steps: [["view", "none", 1]] };
  const preview = { "user-agent": "WhatsApp/2.24.20.89 A" };
  await app.request("/", { headers: preview });
  await app.request("/", { method: "HEAD" });
  await send(view, { ...visitor, ...preview });
  await send(view, { ...visitor, "sec-purpose": "prefetch;prerender" });
  await send(view, { "sec-fetch-site": "cross-site" });
}
