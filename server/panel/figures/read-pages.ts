import { devices, type Rating, vitals } from "#lead/page-report.ts";
import { readPageHealth } from "#server/store/counts/read-counts.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import type { Database } from "#server/store/tables.ts";
import type { PageFigures } from "./figures.ts";

/** The most kinds of errors that are shown. */
const maxErrors = 20;

type Health = Awaited<ReturnType<typeof readPageHealth>>;
type PageError = PageFigures["errors"][number];

/** What the pages said about their speed and their errors in a span. */
export async function readPages(database: Database, span: Span): Promise<PageFigures> {
  const health = await readPageHealth(database, span);
  return { vitals: vitalFigures(health), errors: errorFigures(health) };
}

/** One entry for each web vital and device; those without a report are left out. */
function vitalFigures(health: Health): PageFigures["vitals"] {
  return vitals.flatMap((vital) =>
    devices.flatMap((device) => {
      const told = health.filter((row) => row.measure === vital && row.device === device);
      const ratings = { good: 0, fair: 0, poor: 0 } satisfies Record<Rating, number>;
      for (const { value, count } of told)
        if (value === "good" || value === "fair" || value === "poor") ratings[value] += count;
      return told.length > 0 ? { vital, device, ratings } : [];
    }),
  );
}

/** The same error on a phone and on a desktop counts as one. */
function errorFigures(health: Health): PageError[] {
  const errors = new Map<string, PageError>();
  for (const { measure, value: errorClass, file, build, count } of health) {
    if (measure !== "error") continue;
    const key = JSON.stringify([errorClass, file, build]);
    const earlier = errors.get(key)?.count ?? 0;
    errors.set(key, { errorClass, file, build, count: earlier + count });
  }
  return [...errors.values()].sort((one, other) => other.count - one.count).slice(0, maxErrors);
}
