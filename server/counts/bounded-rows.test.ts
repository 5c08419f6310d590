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

/** The most rows that reports can add to the store in one hour. */
const maxRows = pageSteps.length * sourceNames.length * stepSurfaces.length;

test("whatever is sent in one hour, the rows are few, and no text of a sender is among them", async () => {
  const { send, flush, database } = await openReportSite();
  await fc.assert(
    fc.asyncProperty(reports, texts, async (sent, text) => {
      await send(sent);
      await send({ ...sent, [text]: text });
      await send(JSON.stringify(sent).replace(/"(direct|view|popup)"/, JSON.stringify(text)));
    }),
  );
  await flush();
  const steps = await database.selectFrom("visit_counts").selectAll().execute();
  const minutes = await database.selectFrom("minute_counts").selectAll().execute();
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThanOrEqual(maxRows);
  expect(minutes).toHaveLength(1);
  expect(JSON.stringify(steps)).not.toContain(canary);
});
