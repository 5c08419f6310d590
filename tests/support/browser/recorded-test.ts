import type { PageReport, PageStep, StepSurface } from "#lead/page-report.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { test as guarded } from "./guarded-test.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import { runningSite } from "./site-test.ts";

type RecordedTest = {
  recorder: Recorder;
  /** How often the pages have reported each step so far, by `step surface`. */
  steps: () => Record<string, number>;
};

/** A test whose page reports are kept for it, and do not reach the server. */
export const test = guarded.extend<RecordedTest, { site: RunningSite }>({
  site: [runningSite(startSite), { scope: "worker" }],
  recorder: async ({ site }, use) => {
    const recorder = await startRecorder(site.url);
    await use(recorder);
    recorder.stop();
  },
  baseURL: ({ recorder }, use) => use(recorder.url),
  steps: ({ recorder }, use) => use(() => sumSteps(recorder.reports)),
});

function sumSteps(reports: readonly PageReport[]): Record<string, number> {
  const sums: Partial<Record<`${PageStep} ${StepSurface}`, number>> = {};
  for (const [step, surface, count] of reports.flatMap((report) => report.steps))
    sums[`${step} ${surface}`] = (sums[`${step} ${surface}`] ?? 0) + count;
  return sums;
}
