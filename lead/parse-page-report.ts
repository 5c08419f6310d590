import * as v from "valibot";
import {
  devices,
  type PageReport,
  pageSteps,
  ratings,
  stepSurfaces,
  vitals,
} from "./page-report.ts";
import { sourceNames } from "./source-name.ts";

/** The most often that one step of a visit can happen between two reports. A person does nothing more often. */
const maxOften = 99;

const often = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxOften));

const reportSchema: v.GenericSchema<unknown, PageReport> = v.object({
  source: v.picklist(sourceNames),
  device: v.picklist(devices),
  steps: v.array(v.tuple([v.picklist(pageSteps), v.picklist(stepSurfaces), often])),
  vitals: v.array(v.tuple([v.picklist(vitals), v.picklist(ratings)])),
  errors: v.array(v.tuple([v.string(), v.string()])),
});

/** Undefined for anything but a report: a browser can send anything. */
export function parsePageReport(input: unknown): PageReport | undefined {
  const result = v.safeParse(reportSchema, input);
  return result.success ? result.output : undefined;
}
