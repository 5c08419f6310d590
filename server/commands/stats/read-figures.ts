import { stats as phrases } from "#phrases/commands/stats.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { closeSpan, type GivenSpan } from "#server/commands/command-line/span-options.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { type Circuit, readCircuit } from "#server/store/courier/circuit.ts";
import { countDeliveries, countUnsubscribed } from "#server/store/deliveries/delivered.ts";
import { countWantNext } from "#server/store/leads/leads.ts";
import {
  countBySlice,
  countSignUps,
  type SignUpCounts,
  visitSources,
} from "#server/store/submissions/submission-stats.ts";
import type { Database, DeliveryState } from "#server/store/tables.ts";
import { countVisit, createVisitCounts, type VisitCounts } from "./count-visits.ts";
import { type Period, type PeriodRow, periodRows, periods } from "./periods.ts";

/** What `stats` is asked for. `rows` is how many periods are shown without `--since`. */
export type Question = Omit<GivenSpan, "kind"> & { by: Period; rows?: number };

/** All numbers that `stats` shows. */
export type Figures = SignUpCounts &
  Pick<VisitCounts, "sources" | "campaigns"> & {
    now: number;
    periods: PeriodRow[];
    deliveries: Map<DeliveryState, number>;
    hadUnsubscribed: number;
    /** People whose newest sign-up is for the next class. */
    wantNext: number;
    circuit: Circuit;
    /** The time by the clock of the database, which the couriers use. */
    databaseNow: number;
  };

export async function readFigures(
  { database, clock, databaseClock }: WithDatabase,
  question: Question,
  visits: VisitCounts,
): Promise<Figures> {
  const now = clock();
  const counts = await countSignUps(database, closeSpan(question));
  return {
    ...counts,
    sources: visits.sources,
    campaigns: visits.campaigns,
    now,
    periods: await readPeriods(database, question, now),
    deliveries: await readDeliveries(database),
    hadUnsubscribed: await countUnsubscribed(database),
    wantNext: await countWantNext(database),
    circuit: await readCircuit(database),
    databaseNow: await databaseClock(database),
  };
}

/**
 * Reads where the sign-ups came from. They are counted here and not by the database, because Postgres refuses JSON with
 * some characters that a visitor can send.
 */
export async function readVisitCounts(io: WithDatabase, question: Question): Promise<VisitCounts> {
  const progress = createProgress(io, phrases.progress);
  const counts = createVisitCounts();
  for await (const page of visitSources(io.database, closeSpan(question))) {
    for (const source of page) countVisit(counts, source);
    progress(counts.read);
  }
  return counts;
}

/** Without `--since` only the newest periods are read, because only these are shown. */
async function readPeriods(
  database: Database,
  { by, rows = periods[by].rows, since, to }: Question,
  now: number,
): Promise<PeriodRow[]> {
  const { lengthMs, sliceMs } = periods[by];
  const earliest = Math.min(now, to ?? now) - (rows + 1) * lengthMs;
  const span = closeSpan({ since: since ?? earliest, to });
  const slices = await countBySlice(database, span, sliceMs);
  return periodRows(slices, by, { now, since, to, rows });
}

async function readDeliveries(database: Database): Promise<Map<DeliveryState, number>> {
  const counted = await countDeliveries(database);
  return new Map(counted.map(({ state, count }) => [state, count]));
}
