import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { EventPlan } from "#event/edition.ts";
import { isAroundClass, type Phase, scheduleAt } from "#event/phase.ts";
import { hourMs, minuteMs, startOfDay, zoneOffsetMs } from "#event/time-zone.ts";
import type { Step } from "#lead/page-report.ts";
import { sourceNames } from "#lead/visit-source.ts";
import { readEvent } from "#server/event/choices.ts";
import type { Database } from "#server/store/schema.ts";

/** All numbers of the panel and of `stats`. None of them is about one person. Times are milliseconds since 1970. */
export type Figures = Awaited<ReturnType<typeof readFigures>>;
export type Slice = { start: number } & MinuteCounts;
export type StepFigure = ReturnType<typeof stepFigures>[number];

export type FiguresDeps = {
  /** In a server, a database that can only be read: all counts are read at once, up to a hundred thousand rows. */
  database: Database;
  clock: () => number;
  event: EventPlan;
};

const hoursShown = 24;
/** The fewest and the most minutes that are shown around the class. */
const minMinutes = 60;
const maxMinutes = 180;

/** Reads all numbers of the panel. Each read is fast with a million leads, and requests are answered between two reads. */
export async function readFigures({ database, clock, event }: FiguresDeps) {
  const now = clock();
  const { override } = await readEvent(database);
  const { phase, start, end } = scheduleAt(event, now, override);
  const state = { phase, start, end };
  const today = startOfDay(now, event.timeZone);
  const firstHour = beginning(now, hourMs, event) - (hoursShown - 1) * hourMs;
  const counts = await inTurn(() => readCounts(database, Math.min(today, firstHour)));
  // Keeps counts of up to a minute ahead, because another server's clock may be a little ahead.
  const minutes = counts.filter(({ minute }) => minute > 0 && minute < now + minuteMs);
  const sinceThen = (since: number) => minutes.filter(({ minute }) => minute >= since);
  const byCampaign = await inTurn(() => readCampaigns(database));
  return {
    now,
    signUps: {
      // Counts are kept by whole minutes: the last hour begins with its first full minute.
      lastHour: timesOf("kept", sinceThen(now - hourMs)),
      today: timesOf("kept", sinceThen(today)),
      all: timesOf("kept", counts),
      people: counts.reduce((all, { people }) => all + people, 0),
      newestAt: minutes.findLast(({ step, n }) => step === "kept" && n > 0)?.minute,
      byHour: inSlices(minutes, { first: firstHour, lengthMs: hourMs, now }),
      // The counts by minute; undefined, except around the time of the class.
      byMinute: byMinute(minutes, { now, event, state }),
      bySource: bySource(counts),
      byCampaign,
    },
    entered: timesOf("entered", counts),
    steps: { today: stepFigures(sinceThen(today)), all: stepFigures(counts) },
    state,
  };
}

/**
 * Lets waiting requests be answered before it reads: SQLite works in the thread that answers the visitors, so several
 * reads without a pause would keep a sign-up waiting.
 */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  await nextTurn();
  return read();
}

type MinuteCounts = { views: number; signUps: number; groupPresses: number; entered: number };

/** The steps of the evening that are counted, each with the name of its field in a slice. */
const ofSlice: Partial<Record<Step, keyof MinuteCounts>> = {
  view: "views",
  kept: "signUps",
  "group-press": "groupPresses",
  entered: "entered",
};

/** When the hour or the minute of this time began, in the event's time zone. */
function beginning(now: number, lengthMs: number, { timeZone }: EventPlan): number {
  return now - ((now + zoneOffsetMs(timeZone, now)) % lengthMs);
}

type Present = { now: number; event: EventPlan; state: { phase: Phase; start: number } };

/**
 * The minutes since the doors opened, but at least the last hour, because the operator may open the doors at any time.
 */
function byMinute(minutes: readonly StepCount[], { now, event, state }: Present) {
  if (!isAroundClass(state.phase)) return undefined;
  const present = beginning(now, minuteMs, event);
  const doorsAt = state.start - event.doorsMinutes * minuteMs;
  const first = Math.min(doorsAt, present - (minMinutes - 1) * minuteMs);
  const earliest = present - (maxMinutes - 1) * minuteMs;
  return inSlices(minutes, { first: Math.max(first, earliest), lengthMs: minuteMs, now });
}

/** Adds up the minutes in slices of this length, from the first slice to the present one. Empty slices are included. */
function inSlices(
  minutes: readonly StepCount[],
  { first, lengthMs, now }: { first: number; lengthMs: number; now: number },
): Slice[] {
  const count = Math.max(0, Math.floor((now - first) / lengthMs) + 1);
  const slices = Array.from({ length: count }, (_, index) => {
    const start = first + index * lengthMs;
    return { start, views: 0, signUps: 0, groupPresses: 0, entered: 0 };
  });
  for (const { minute, step, n } of minutes) {
    const slice = slices[Math.floor((minute - first) / lengthMs)];
    const name = ofSlice[step];
    if (slice && name) slice[name] += n;
  }
  return slices;
}

/** The sources of stored sign-ups and of entries, the source with the most sign-ups first. */
function bySource(counts: readonly StepCount[]) {
  return sourceNames
    .map((source) => {
      const theirs = counts.filter((one) => one.source === source);
      return { source, signUps: timesOf("kept", theirs), entered: timesOf("entered", theirs) };
    })
    .filter(({ signUps, entered }) => signUps > 0 || entered > 0)
    .sort((one, other) => other.signUps - one.signUps || (one.source < other.source ? -1 : 1));
}

/**
 * The steps in the order in which a visitor takes them, each with the step before it. The error comes last, because it
 * is no step to the class.
 */
const stepOrder: ReadonlyArray<{ step: Step; before: Step | undefined }> = [
  { step: "view", before: undefined },
  { step: "popup-opened", before: "view" },
  { step: "form-begun", before: "popup-opened" },
  { step: "sent", before: "form-begun" },
  { step: "kept", before: "sent" },
  { step: "group-press", before: "kept" },
  { step: "entered", before: "kept" },
  { step: "error-shown", before: "sent" },
];

/**
 * Every step with its count, also a step that no visitor took, and with its shares of the step before and of the views.
 * A share of zero is undefined. A share can be above 1: the form in the page needs no popup, and a visitor can take a
 * step twice.
 */
export function stepFigures(counts: readonly Pick<StepCount, "step" | "n">[]) {
  const shareOf = (count: number, whole: number) => (whole === 0 ? undefined : count / whole);
  return stepOrder.map(({ step, before }) => {
    const count = timesOf(step, counts);
    return {
      step,
      count,
      ofBefore: before && shareOf(count, timesOf(before, counts)),
      ofViews: shareOf(count, timesOf("view", counts)),
    };
  });
}

export type StepCount = Awaited<ReturnType<typeof readMinutes>>[number];

/** How often each step happened in each minute since this time, the oldest minute first. */
export function readMinutes(database: Database, since: number) {
  return steps(database)
    .select(["minute", "n", "people"])
    .where("minute", ">=", since)
    .orderBy("minute")
    .execute();
}

/** All counts: the counts since this time by the minute, and all older counts together in minute 0. */
export async function readCounts(database: Database, since: number): Promise<StepCount[]> {
  const older = await steps(database)
    .select([total("n").as("n"), total("people").as("people")])
    .where("minute", "<", since)
    .groupBy(["step", "source", "surface"])
    .execute();
  return [...older.map((row) => ({ ...row, minute: 0 })), ...(await readMinutes(database, since))];
}

function steps(database: Database) {
  return database
    .selectFrom("counts")
    .select(["step", "source", "surface"])
    .where("campaign", "=", "");
}

export function timesOf(wanted: Step, counts: readonly Pick<StepCount, "step" | "n">[]): number {
  return counts.reduce((all, { step, n }) => (step === wanted ? all + n : all), 0);
}

const maxCampaigns = 10;

/** The campaigns that brought most sign-ups since counting began. */
export function readCampaigns(database: Database) {
  return database
    .selectFrom("counts")
    .select(["campaign", "content", total("n").as("signUps")])
    .where("minute", "=", 0)
    .where("campaign", "<>", "")
    .groupBy(["campaign", "content"])
    .orderBy("signUps", "desc")
    .orderBy("campaign")
    .orderBy("content")
    .limit(maxCampaigns)
    .execute();
}

/** The sum of a column. Without the cast, Postgres would give a sum of whole numbers as a text. */
function total(column: string) {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
}
