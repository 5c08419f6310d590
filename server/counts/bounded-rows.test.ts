import fc from "fast-check";
import { expect, test } from "vitest";
import { type PageReport, pageSteps, stepSurfaces } from "#lead/page-report.ts";
import { sourceNames } from "#lead/visit-source.ts";
import { openReportSite } from "#tests/support/app/report-site.ts";

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
