import { dayMs, hourMs, instantOf, minuteMs, zoneOffsetMs } from "#event/time-zone.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { closeSpan } from "#server/commands/command-line/span-options.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { readVisits } from "#server/commands/printing/read-visits.ts";
import { timeZone } from "#server/commands/printing/text.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { countUnsubscribed } from "#server/store/deliveries/delivered.ts";
import { countDeliveries } from "#server/store/deliveries/deliveries.ts";
import { countWantNext } from "#server/store/leads/leads.ts";
import {
  countHeldIn,
  countPeople,
  countSurfaces,
  readMinutes,
  readTotals,
  visitSources,
} from "./queries.ts";

export type Period = "minute" | "hour" | "day";

/** What `stats` is asked for, in whole minutes. An end that is undefined is open. */
export type Question = {
  by: Period;
  since: number | undefined;
  to: number | undefined;
  /** How many of the newest periods are shown without `since`. */
  rows: number;
};

/** All numbers that `stats` shows. */
export type Stats = Awaited<ReturnType<typeof readStats>>;

/** How many sign-ups came from each source, and from each campaign, the highest counts first. */
export type Visits = { sources: Count[]; campaigns: Count[] };

export type Count<Name = string> = { name: Name; signUps: number };

/** The counts of one period. `start` is its first moment; `label` is how people read it. */
type PeriodRow = { start: number; label: string; signUps: number; newPeople: number };

export async function readStats(
  { database, clock, databaseClock }: WithDatabase,
  question: Question,
  visits: Visits,
) {
  const now = clock();
  const { since, to } = question;
  const span = closeSpan(question);
  const isAllTime = since === undefined && to === undefined;
  const totals = await readTotals(database, isAllTime ? undefined : span);
  const deliveries = await countDeliveries(database);
  return {
    ...visits,
    now,
    signUps: totals.signUps,
    people: isAllTime ? totals.newPeople : await countPeople(database, span),
    held: await countHeldIn(database, span),
    surfaces: highestFirst(await countSurfaces(database, span)),
    periods: periodRows(await readMinutes(database, shownSpan(question, now)), question, now),
    deliveries: new Map(deliveries.map(({ state, count }) => [state, count])),
    hadUnsubscribed: await countUnsubscribed(database),
    // People whose newest sign-up is for the next class.
    wantNext: await countWantNext(database),
    circuit: await readCircuit(database),
    // The clock of the database, which the couriers use.
    databaseNow: await databaseClock(database),
  };
}

/**
 * The most sources and campaigns that `stats` counts. The limit bounds the memory, because any visitor can write
 * anything into a link.
 */
const maxLabels = 10_000;

/** The name of all sources or campaigns that are not listed. */
export const others = "(outras)";

/**
 * Reads where the sign-ups came from: the last visit of each, or the first one if the last had no source. They are counted
 * here and not by the database, because Postgres refuses JSON with some characters that a visitor can send.
 */
export async function readSources(io: WithDatabase, question: Question): Promise<Visits> {
  const progress = createProgress(io, "Inscrições lidas");
  const sources = new Map<string, number>();
  const campaigns = new Map<string, number>();
  let read = 0;
  for await (const page of visitSources(io.database, closeSpan(question))) {
    for (const source of page) {
      const { first, last } = readVisits(source);
      const visit = last ?? first;
      increase(sources, visit?.utm_source || hostOf(visit?.referrer ?? "") || "(direto)");
      increase(campaigns, visit?.utm_campaign || "(sem campanha)");
    }
    read += page.length;
    progress(read);
  }
  const counts = (labels: ReadonlyMap<string, number>) =>
    highestFirst([...labels].map(([name, signUps]) => ({ name, signUps })));
  return { sources: counts(sources), campaigns: counts(campaigns) };
}

function increase(counts: Map<string, number>, label: string): void {
  const hasRoom = counts.size < maxLabels || counts.has(label);
  const counted = hasRoom ? label : others;
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "";
}

function highestFirst<Name>(counts: Count<Name>[]): Count<Name>[] {
  return counts.sort((one, other) => other.signUps - one.signUps);
}

const lengths = { minute: minuteMs, hour: hourMs, day: dayMs };
/** The most rows: a sign-up from a machine whose clock was wrong could otherwise lead to millions of rows. */
const maxRows = 10_000;

/** Without `since` only the newest periods are read, because only these are shown. */
function shownSpan({ by, rows, since, to }: Question, now: number) {
  const earliest = Math.min(now, to ?? now) - (rows + 1) * lengths[by];
  return closeSpan({ since: since ?? earliest, to });
}

/** One row for each period from the first sign-up to the end, with a 0 for a period without sign-ups. */
function periodRows(
  minutes: Awaited<ReturnType<typeof readMinutes>>,
  { by, since, to, rows }: Question,
  now: number,
): PeriodRow[] {
  const lengthMs = lengths[by];
  // A key is the beginning of a period, as milliseconds of a clock on the wall in the launch's time zone.
  const counts = new Map<number, { signUps: number; newPeople: number }>();
  for (const { minute, signUps, newPeople } of minutes) {
    if (signUps === 0) continue;
    const key = beginning(minute, lengthMs);
    const earlier = counts.get(key) ?? { signUps: 0, newPeople: 0 };
    counts.set(key, {
      signUps: earlier.signUps + signUps,
      newPeople: earlier.newPeople + newPeople,
    });
  }
  const end = beginning(Math.min(now, to === undefined ? now : to - 1), lengthMs);
  const earliest =
    since === undefined
      ? end - (rows - 1) * lengthMs
      : Math.max(end - (maxRows - 1) * lengthMs, beginning(since, lengthMs));
  const found = [...counts.keys()].filter((start) => start >= earliest);
  const first = found.reduce((one, other) => Math.min(one, other), Infinity);
  const last = found.reduce((one, other) => Math.max(one, other), end);
  const count = Math.min(maxRows, Math.max(0, Math.floor((last - first) / lengthMs) + 1));
  return Array.from({ length: count }, (_, index) => {
    const onTheWall = first + index * lengthMs;
    const { signUps, newPeople } = counts.get(onTheWall) ?? { signUps: 0, newPeople: 0 };
    const start = instantOf(onTheWall, timeZone);
    return { start, label: labelOf(onTheWall, by), signUps, newPeople };
  });
}

function beginning(ms: number, lengthMs: number): number {
  const onTheWall = ms + zoneOffsetMs(timeZone, ms);
  return onTheWall - (onTheWall % lengthMs);
}

function labelOf(onTheWall: number, period: Period): string {
  const [date = "", time = ""] = new Date(onTheWall).toISOString().split("T");
  const day = date.split("-").reverse().join("/");
  switch (period) {
    case "minute":
      return `${day} ${time.slice(0, 5)}`;
    case "hour":
      return `${day} ${time.slice(0, 2)}h`;
    case "day":
      return day;
  }
}
