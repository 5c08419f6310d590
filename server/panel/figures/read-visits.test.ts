import { expect, test } from "vitest";
import type { Override } from "#event/override.ts";
import { scheduleAt } from "#event/phase.ts";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import type { MinuteCountsTable } from "#server/store/counts/count-tables.ts";
import type { StepCount } from "#server/store/counts/gather-counts.ts";
import type { Database } from "#server/store/tables.ts";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readVisits } from "./read-visits.ts";

/** Half an hour into the class. */
const now = Date.parse("2026-11-11T20:30:40-03:00");
const midnight = Date.parse("2026-11-11T00:00:00-03:00");
const thisHour = Date.parse("2026-11-11T20:00:00-03:00");

test.each(engines)(
  "on %s sign-ups are counted in the last hour, today, in all, and as people",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const minutes = [
      minute(now + 20_000, { signUps: 2 }),
      minute(now - hourMs + 20_000, { signUps: 3 }),
      minute(now - hourMs - 40_000, { signUps: 5 }),
      minute(midnight, { signUps: 7 }),
      minute(midnight - minuteMs, { signUps: 11 }),
    ];
    const steps = [kept(thisHour, 17, 9), kept(midnight - hourMs, 11, 4), kept(0, 100, 90)];
    await addCounts(database, { minutes, steps });
    expect((await visitsAt(database)).signUps).toMatchObject({
      lastHour: 5,
      today: 17,
      all: 128,
      people: 103,
    });
  },
);

test.each(engines)("on %s the last 24 hours are shown, also the empty ones", async (engine) => {
  const database = await temporaryDatabase(engine);
  const firstHour = thisHour - 23 * hourMs;
  const minutes = [
    minute(firstHour - minuteMs, { views: 1, signUps: 1 }),
    minute(firstHour, { views: 5, signUps: 1 }),
    minute(firstHour + hourMs - minuteMs, { views: 6, signUps: 2 }),
    minute(now, { views: 9, signUps: 4 }),
  ];
  await addCounts(database, { minutes });
  const { byHour } = (await visitsAt(database)).signUps;
  expect(byHour).toHaveLength(24);
  expect(byHour.filter(({ views }) => views > 0)).toEqual([
    { start: firstHour, views: 11, signUps: 3 },
    { start: thisHour, views: 9, signUps: 4 },
  ]);
});

test.each(engines)(
  "on %s each minute since the doors opened is shown during the class",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const doorsAt = Date.parse("2026-11-11T19:45:00-03:00");
    const minutes = [minute(now, { views: 9, signUps: 4 }), minute(doorsAt, { views: 2 })];
    await addCounts(database, { minutes });
    const later = { at: now + hourMs };
    const { byMinute = [] } = (await visitsAt(database, later)).signUps;
    expect(byMinute).toHaveLength(106);
    expect(byMinute.filter(({ views }) => views > 0)).toEqual([
      { start: doorsAt, views: 2, signUps: 0 },
      { start: now - 40_000, views: 9, signUps: 4 },
    ]);
    // A moment after the doors opened, the last hour shows how the evening began.
    expect((await minutesAt(database, { at: doorsAt })) ?? []).toHaveLength(60);
    // The class was begun by hand, ten hours before its time.
    const phase = { name: "live", since: midnight } as const;
    const override = { edition: 2026, phase, movedTo: undefined, sequence: 0, changedAt: 0 };
    const early = { at: midnight + 10 * hourMs, override };
    expect(await minutesAt(database, early)).toHaveLength(60);
    const { end } = scheduleAt(event, now);
    expect(await minutesAt(database, { at: end - 1 })).toHaveLength(135);
    expect(await minutesAt(database, { at: end })).toBeUndefined();
    expect(await minutesAt(database, { at: doorsAt - 1 })).toBeUndefined();
  },
);

test.each(engines)(
  "on %s sources are listed by their sign-ups, and sources without one are left out",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const instagram = { ...kept(thisHour, 3, 0), source: "instagram" } as const;
    const views = { ...instagram, step: "view", source: "google", count: 50 } as const;
    const page = { ...kept(thisHour, 2, 0), surface: "page" } as const;
    await addCounts(database, { steps: [instagram, views, kept(0, 2, 0), page] });
    expect((await visitsAt(database)).signUps.bySource).toEqual([
      { source: "direct", signUps: 4 },
      { source: "instagram", signUps: 3 },
    ]);
  },
);

test.each(engines)("on %s the steps are counted today and in all", async (engine) => {
  const database = await temporaryDatabase(engine);
  const views = { ...kept(midnight, 200, 0), step: "view" } as const;
  const yesterday = { ...views, hour: midnight - hourMs, count: 300 };
  await addCounts(database, { steps: [views, kept(midnight, 24, 0), yesterday] });
  const { today, all } = (await visitsAt(database)).steps;
  expect(today).toContainEqual({ step: "kept", count: 24, ofBefore: undefined, ofViews: 0.12 });
  expect(today[0]).toMatchObject({ step: "view", count: 200 });
  expect(all[0]).toMatchObject({ step: "view", count: 500 });
  expect(all).toContainEqual({ step: "kept", count: 24, ofBefore: undefined, ofViews: 0.048 });
});

type Moment = { at?: number; override?: Override };

async function visitsAt(database: Database, { at = now, override }: Moment = {}) {
  const { phase, start } = scheduleAt(event, at, override);
  return readVisits(database, { now: at, event, state: { phase, start } });
}

async function minutesAt(database: Database, moment: Moment) {
  return (await visitsAt(database, moment)).signUps.byMinute;
}

function minute(
  at: number,
  { views = 0, signUps = 0 }: { views?: number; signUps?: number },
): MinuteCountsTable {
  return { minute: at - (at % minuteMs), views, sign_ups: signUps, new_people: 0 };
}

function kept(hour: number, count: number, newPeople: number): StepCount {
  return { hour, step: "kept", source: "direct", surface: "popup", count, newPeople };
}
