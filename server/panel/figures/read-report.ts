import { type EventPlan, editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { minuteMs } from "#event/time-zone.ts";
import { readMinutes, readSteps, sumMinutes } from "#server/store/counts/read-counts.ts";
import { readLags } from "#server/store/deliveries/delivered.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import type { Database } from "#server/store/tables.ts";
import type { Report } from "./figures.ts";
import { lagFigures, lagRows } from "./lag-figures.ts";
import { readPages } from "./read-pages.ts";
import { bySource } from "./read-visits.ts";
import { inSlices } from "./slices.ts";
import { stepFigures } from "./step-figures.ts";

type ReportDeps = { database: Database; event: EventPlan; override: Override | undefined };

/** Reads the figures of a span of whole hours: steps and sources are counted by the hour. */
export async function readReport(
  { database, event, override }: ReportDeps,
  { since, to }: Span,
  madeAt: number,
): Promise<Report> {
  const span = { since, to };
  const { start, end } = editionAt(event, since, override);
  const { signUps, newPeople } = await sumMinutes(database, span);
  const steps = await readSteps(database, span);
  const lags = await readLags(database, span);
  const now = Math.min(to - 1, madeAt);
  return {
    madeAt,
    since,
    to,
    event: start < to && end > since ? { start, end } : undefined,
    signUps,
    people: newPeople,
    byMinute: inSlices(await readMinutes(database, span), {
      first: since,
      lengthMs: minuteMs,
      now,
    }),
    bySource: bySource(steps.filter(({ step }) => step === "kept")),
    steps: stepFigures(steps),
    lag: lagFigures(lags),
    lags: lagRows(lags),
    pages: await readPages(database, span),
  };
}
