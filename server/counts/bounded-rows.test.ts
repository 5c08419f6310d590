import fc from "fast-check";
import { expect, test } from "vitest";
import {
  devices,
  type PageReport,
  pageSteps,
  ratings,
  stepSurfaces,
  vitals,
} from "#lead/page-report.ts";
import { sourceNames } from "#lead/visit-source.ts";
import { openReportSite, scripts } from "#tests/support/app/report-site.ts";

const canary = "canary@example.com";

/** Reports that a program may send: with any text wherever a text is allowed. */
const reports: fc.Arbitrary<PageReport> = fc.record({
  source: fc.constantFrom(...sourceNames),
  device: fc.constantFrom(...devices),
  steps: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...pageSteps), fc.constantFrom(...stepSurfaces), fc.constant(1)),
    { selector: ([step]) => step },
  ),
  vitals: fc.array(fc.tuple(fc.constantFrom(...vitals), fc.constantFrom(...ratings)), {
    maxLength: 3,
  }),
  errors: fc.array(fc.tuple(fc.string(), fc.constantFrom(...scripts, canary, "../x.js")), {
    maxLength: 5,
  }),
});

/** The most rows that reports can add to the store in one hour. */
const maxRows = {
  steps: pageSteps.length * sourceNames.length * stepSurfaces.length,
  vitals: vitals.length * ratings.length * devices.length,
  errors: 10 * (scripts.length + 1),
};

test("whatever is sent in one hour, the rows are few, and no text of a sender is among them", async () => {
  const { send, flush, database } = await openReportSite();
  await fc.assert(
    fc.asyncProperty(reports, fc.string(), async (sent, text) => {
      await send(sent);
      await send(JSON.stringify(sent).replace(/"(direct|view|lcp|Error)"/, JSON.stringify(text)));
    }),
  );
  await flush();
  const steps = await database.selectFrom("visit_counts").selectAll().execute();
  const minutes = await database.selectFrom("minute_counts").selectAll().execute();
  const health = await database.selectFrom("page_health").selectAll().execute();
  const errors = health.filter(({ measure }) => measure === "error");
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThanOrEqual(maxRows.steps);
  expect(health.length - errors.length).toBeLessThanOrEqual(maxRows.vitals);
  expect(errors.length).toBeLessThanOrEqual(maxRows.errors);
  expect(minutes).toHaveLength(1);
  expect(JSON.stringify({ steps, health })).not.toContain(canary);
});
