import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { PageReport } from "#lead/page-report.ts";
import type { Counts } from "#server/store/counts/gather-counts.ts";

/** The scripts of the pages that this server answers with. */
export type PageBuild = {
  /** The name of the version to which they belong. */
  name: string;
  /** The names of their files. */
  scripts: ReadonlySet<string>;
};

/** The classes of errors that are counted by name. */
const errorClasses = [
  "Error",
  "TypeError",
  "ReferenceError",
  "RangeError",
  "SyntaxError",
  "SecurityError",
  "NotAllowedError",
  "QuotaExceededError",
  "AbortError",
];

/** What is counted in place of an unknown class, file or version: a free text could be anything, and fill the disk. */
const other = "other";

/** What a report adds to the counts of the present hour and minute. */
export function countsOfReport(
  { source, device, steps, vitals, errors }: PageReport,
  now: number,
  build: PageBuild,
): Required<Counts> {
  const hour = now - (now % hourMs);
  const views = steps.reduce((sum, [step, , count]) => sum + (step === "view" ? count : 0), 0);
  const minute = { minute: now - (now % minuteMs), views, sign_ups: 0, new_people: 0 };
  const ofVital = { hour, file: "", build: "", device, count: 1 };
  return {
    steps: steps.map(([step, surface, count]) => ({ hour, step, source, surface, count })),
    minutes: views > 0 ? [minute] : [],
    health: [
      ...vitals.map(([measure, value]) => ({ ...ofVital, measure, value })),
      ...errors.map(([errorClass, file]) => ({
        hour,
        count: 1,
        ...errorKind(errorClass, file, build),
      })),
    ],
  };
}

function errorKind(errorClass: string, file: string, { name, scripts }: PageBuild) {
  const value = errorClasses.includes(errorClass) ? errorClass : other;
  const place = scripts.has(file) ? { file, build: name } : { file: other, build: other };
  return { measure: "error", value, ...place, device: "" };
}
