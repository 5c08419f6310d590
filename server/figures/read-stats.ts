import { dayMs, hourMs, instantOf, minuteMs, zoneOffsetMs } from "#event/time-zone.ts";
import type { WithDatabase } from "#server/command-line/command.ts";
import { createProgress, timeZone } from "#server/command-line/text.ts";
import { closeSpan } from "#server/command-line/times.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { countDeliveries, countUnsubscribed } from "#server/store/deliveries/progress.ts";
import { countWantNext, type Span } from "#server/store/leads/leads.ts";
import type { Surface } from "#server/store/row-types.ts";
import { readVisits } from "#server/store/submissions/submissions.ts";
import { countPeople, readCampaigns, readMinutes, readTotals, signUpPages } from "./queries.ts";

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

/** How many sign-ups came from a source, of a campaign or by a form. */
export type Count<Name = string> = { name: Name; signUps: number };

/** The counts of one period. `start` is its first moment; `label` is how people read it. */
type PeriodRow = { start: number; label: string; signUps: number; newPeople: number };

export async function readStats(io: WithDatabase, question: Question) {
  const { database, clock, databaseClock } = io;
  const now = clock();
  const span = closeSpan(question);
  const isAllTime = question.since === undefined && question.to === undefined;
  const totals = await readTotals(database, isAllTime ? undefined : span);
  const { people, held } = await countPeople(database, span);
  const deliveries = await countDeliveries(database);
  return {
    now,
    signUps: totals.signUps,
    people: isAllTime ? totals.newPeople : people,
    entered: totals.entered,
    held,
    periods: periodRows(await readMinutes(database, shownSpan(question, now)), question, now),
    ...(await readSources(io, span)),
    // Of all time, as in the panel.
    campaignContents: await readCampaigns(database),
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
 * Reads the forms of the sign-ups, and where they came from: the last visit of each, or the first one if the last had no
 * source. They are counted here and not by the database, because Postgres refuses JSON with some characters that a
 * visitor can send. The highest counts come first.
 */
async function readSources(io: WithDatabase, span: Span) {
  const progress = createProgress(io, "Inscrições lidas");
  const sources = new Map<string, number>();
  const campaigns = new Map<string, number>();
  const surfaces = new Map<Surface, number>();
  let read = 0;
  for await (const page of signUpPages(io.database, span)) {
    for (const { surface, source } of page) {
      const { first, last } = readVisits(source);
      const visit = last ?? first;
      const from = visit?.utm_source || hostOf(visit?.referrer ?? "") || "(direto)";
      increase(sources, labelIn(sources, from));
      increase(campaigns, labelIn(campaigns, visit?.utm_campaign || "(sem campanha)"));
      increase(surfaces, surface);
    }
    read += page.length;
    progress(read);
  }
  return {
    sources: highestFirst(sources),
    campaigns: highestFirst(campaigns),
    surfaces: highestFirst(surfaces),
  };
}

function labelIn(counts: ReadonlyMap<string, number>, label: string): string {
  return counts.size < maxLabels || counts.has(label) ? label : others;
}

function increase<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "";
}

function highestFirst<Name>(counts: ReadonlyMap<Name, number>): Count<Name>[] {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, signUps]) => ({ name, signUps }));
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
  // Periods begin by a clock on the wall in the launch's time zone, and have numbers in a row.
  const numberOf = (ms: number) => Math.floor((ms + zoneOffsetMs(timeZone, ms)) / lengths[by]);
  const end = numberOf(Math.min(now, to === undefined ? now : to - 1));
  const earliest =
    since === undefined ? end - rows + 1 : Math.max(end - maxRows + 1, numberOf(since));
  const found = minutes
    .filter(({ signUps }) => signUps > 0)
    .map((minute) => ({ ...minute, number: numberOf(minute.minute) }))
    .filter(({ number }) => number >= earliest);
  const first = found[0]?.number ?? Infinity;
  const last = Math.max(end, found.at(-1)?.number ?? end);
  const length = Math.min(maxRows, Math.max(0, last - first + 1));
  const periods = Array.from({ length }, (_, index) => {
    const onTheWall = (first + index) * lengths[by];
    const start = instantOf(onTheWall, timeZone);
    return { start, label: labelOf(onTheWall, by), signUps: 0, newPeople: 0 };
  });
  for (const { number, signUps, newPeople } of found) {
    const period = periods[number - first];
    if (period === undefined) continue;
    period.signUps += signUps;
    period.newPeople += newPeople;
  }
  return periods;
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
