import * as v from "valibot";
import { type PageReport, pageSteps, stepSurfaces } from "./page-report.ts";
import { sourceNames } from "./visit-source.ts";

/**
 * The most steps in one report: `site/counting/count-visit.ts` notes no more, and adds the view. Without this limit one small
 * request could count as thousands of visits.
 */
const maxSteps = 21;

const often = v.pipe(v.number(), v.integer(), v.minValue(1));
const step = v.tuple([v.picklist(pageSteps), v.picklist(stepSurfaces), often]);

const reportSchema: v.GenericSchema<unknown, PageReport> = v.object({
  source: v.picklist(sourceNames),
  steps: v.pipe(v.array(step), v.check(isOfOneVisit)),
});

/** Undefined for anything but a report: a browser can send anything. */
export function parsePageReport(input: unknown): PageReport | undefined {
  const result = v.safeParse(reportSchema, input);
  return result.success ? result.output : undefined;
}

function isOfOneVisit(steps: PageReport["steps"]): boolean {
  const views = steps.filter(([name]) => name === "view");
  return sum(steps) <= maxSteps && sum(views) <= 1;
}

function sum(steps: PageReport["steps"]): number {
  return steps.reduce((all, [, , count]) => all + count, 0);
}
