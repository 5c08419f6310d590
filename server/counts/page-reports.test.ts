import fc from "fast-check";
import { expect, test } from "vitest";
import { type PageReport, pageReportPath, pageSteps, stepSurfaces } from "#lead/page-report.ts";
import { sourceNames } from "#lead/visit-source.ts";
import { readMinutes } from "#server/figures/figures.ts";
import { openReportSite, report, reportNow, visitor } from "#tests/support/app/report-site.ts";

test("what a page reports is counted in the present minute", async () => {
  const { send, flush, database } = await openReportSite();
  const answer = await send(report);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toBe("");
  await send(report, { ...visitor, "sec-fetch-dest": "empty" });
  await flush();
  const visit = { minute: reportNow - 30_000, source: "instagram", people: 0 };
  expect((await readMinutes(database, 0)).toSorted((one, other) => one.n - other.n)).toEqual([
    { ...visit, step: "view", surface: "none", n: 2 },
    { ...visit, step: "form-begun", surface: "popup", n: 4 },
  ]);
});

const notCounted: Record<string, string>[] = [
  { ...visitor, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
  { ...visitor, "sec-purpose": "prefetch;prerender" },
  { origin: "https://elsewhere.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { ...visitor, "sec-fetch-dest": "image" },
  { ...visitor, "sec-fetch-site": "same-site", origin: "https://elsewhere.example" },
];

test("fifty requests of bots, previews and other sites, and HEAD, change no count", async () => {
  const { app, send, counted } = await openReportSite();
  for (let index = 0; index < 50; index += 1) {
    const answer = await send(report, notCounted[index % notCounted.length]);
    expect(answer.status).toBe(204);
    await app.request(pageReportPath, { method: "HEAD", headers: visitor });
    await app.request("/grupo", { method: "HEAD", headers: visitor });
  }
  expect(counted()).toBe(0);
  await send(report);
  expect(counted()).toBeGreaterThan(0);
});

test.each([
  "",
  "null",
  '"view"',
  "[]",
  "{}",
  withChange({ source: "canary" }),
  withChange({ steps: [["kept", "popup", 1]] }),
  withChange({ steps: [["view", "operator", 1]] }),
  withChange({ steps: [["view", "none", 0]] }),
  withChange({ steps: [["view", "none", 2]] }),
  withChange({ steps: Array(2).fill(["view", "none", 1]) }),
  withChange({ steps: [["sent", "popup", 22]] }),
  withChange({ steps: Array(22).fill(["sent", "popup", 1]) }),
  withChange({ steps: [["sent", "popup", 1.5]] }),
  withChange({ steps: [["view", "none", "1"]] }),
])("%s is no report of a page, and not counted", async (body) => {
  const { send, counted } = await openReportSite();
  const answer = await send(body);
  expect([answer.status, await answer.text()]).toEqual([400, ""]);
  expect(counted()).toBe(0);
});

test("the most that a page reports of one visit is counted", async () => {
  const { send, counted } = await openReportSite();
  const steps = [
    ["view", "none", 1],
    ["sent", "popup", 20],
  ];
  expect((await send(withChange({ steps }))).status).toBe(204);
  expect(counted()).toBe(2);
});

test.each([
  [1_024, 204],
  [1_025, 413],
])("a report of %d bytes is answered with %d", async (bytes, status) => {
  const { send, counted } = await openReportSite();
  const answer = await send(JSON.stringify(report).padEnd(bytes));
  expect(answer.status).toBe(status);
  expect(counted() > 0).toBe(status === 204);
});

test("one address is counted up to its limit, and another one after it", async () => {
  const { send, counted } = await openReportSite({ trustedProxies: 1, steadyClock: () => 0 });
  const from = (address: string) => ({ ...visitor, "x-forwarded-for": address });
  const view = { ...report, steps: [["view", "none", 1]] };
  for (let index = 0; index < 3_001; index += 1) await send(view, from("203.0.113.7"));
  expect(counted()).toBe(3_000);
  await send(view, from("203.0.113.8"));
  expect(counted()).toBe(3_001);
});

const canary = "canary@example.com";

const reports: fc.Arbitrary<PageReport> = fc.record({
  source: fc.constantFrom(...sourceNames),
  steps: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...pageSteps), fc.constantFrom(...stepSurfaces), fc.constant(1)),
    { selector: ([step]) => step },
  ),
});

const texts = fc.oneof(fc.string(), fc.constant(canary));

/** The most rows that reports can add to the store in one minute. */
const maxRows = pageSteps.length * sourceNames.length * stepSurfaces.length;

test("whatever is sent in one minute, the rows are few, and no text of a sender is among them", async () => {
  const { send, flush, database } = await openReportSite();
  await fc.assert(
    fc.asyncProperty(reports, texts, async (sent, text) => {
      await send(sent);
      await send({ ...sent, [text]: text });
      await send(JSON.stringify(sent).replace(/"(direct|view|popup)"/, JSON.stringify(text)));
    }),
  );
  await flush();
  const rows = await database.selectFrom("counts").selectAll().execute();
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(maxRows);
  expect(JSON.stringify(rows)).not.toContain(canary);
});

function withChange(change: object): string {
  return JSON.stringify({ ...report, ...change });
}
