import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { savePhase } from "#server/event/choices.ts";
import type { Count } from "#server/store/counts.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { readFigures, stepFigures } from "./figures.ts";

/** Half an hour after the class has begun. */
const now = Date.parse("2026-11-11T20:30:40-03:00");
const midnight = Date.parse("2026-11-11T00:00:00-03:00");
const thisHour = Date.parse("2026-11-11T20:00:00-03:00");

test.each(engines)("on %s sign-ups are counted of the hour, today, and in all", async (engine) => {
  const { database, deps } = await open(engine);
  await addToCounts(database, [
    // Another server's clock may be a little ahead; a count that is further ahead belongs to no hour yet.
    kept(now + 20_000, 2, 1),
    kept(now + 80_000, 1, 1),
    kept(now - hourMs + 20_000, 3, 2),
    kept(now - hourMs - 40_000, 5, 4),
    kept(midnight, 7, 2),
    kept(midnight - minuteMs, 11, 4),
    kept(0, 99, 89),
  ]);
  expect((await readFigures(deps)).signUps).toMatchObject({
    lastHour: 5,
    today: 17,
    all: 128,
    people: 103,
  });
});

test("the last 24 hours are shown, also the empty ones", async () => {
  const { database, deps } = await open("sqlite");
  const firstHour = thisHour - 23 * hourMs;
  await addToCounts(database, [
    ...[seen(firstHour - minuteMs, 1), kept(firstHour - minuteMs, 1)],
    ...[seen(firstHour, 5), kept(firstHour, 1)],
    ...[seen(firstHour + hourMs - minuteMs, 6), kept(firstHour + hourMs - minuteMs, 2)],
    ...[seen(now, 9), kept(now, 4)],
    { minute: now, step: "group-press", source: "other", n: 3 },
    { minute: now, step: "entered", source: "direct", n: 2 },
  ]);
  const { byHour } = (await readFigures(deps)).signUps;
  expect(byHour).toHaveLength(24);
  expect(byHour.filter(({ views }) => views > 0)).toEqual([
    { start: firstHour, ...counted, views: 11, signUps: 3 },
    { start: thisHour, ...counted, views: 9, signUps: 4, groupPresses: 3, entered: 2 },
  ]);
});

test("each minute since the doors is shown in the class", async () => {
  const { database, deps } = await open("sqlite");
  const minutesAt = async (at: number) =>
    (await readFigures({ ...deps, clock: () => at })).signUps.byMinute;
  const doorsAt = Date.parse("2026-11-11T19:45:00-03:00");
  const end = thisHour + 2 * hourMs;
  await addToCounts(database, [seen(now, 9), kept(now, 4), seen(doorsAt, 2)]);
  const shown = (await minutesAt(now + hourMs)) ?? [];
  expect(shown).toHaveLength(106);
  expect(shown.filter(({ views }) => views > 0)).toEqual([
    { start: doorsAt, ...counted, views: 2, signUps: 0 },
    { start: now - 40_000, ...counted, views: 9, signUps: 4 },
  ]);
  // Just after the doors opened, the minutes of the last hour show how the evening began.
  expect(await minutesAt(doorsAt)).toHaveLength(60);
  expect(await minutesAt(end - 1)).toHaveLength(135);
  expect(await minutesAt(end)).toBeUndefined();
  expect(await minutesAt(doorsAt - 1)).toBeUndefined();
  // The class was begun by hand, ten hours before its time.
  await savePhase(database, { edition: 2026, phase: "live", now: midnight });
  expect(await minutesAt(midnight + 10 * hourMs)).toHaveLength(60);
});

test("sources are listed by their sign-ups, without empty", async () => {
  const { database, deps } = await open("sqlite");
  const entered = { minute: thisHour, step: "entered" } as const;
  await addToCounts(database, [
    { ...kept(thisHour, 3), source: "instagram" },
    { ...seen(thisHour, 50), source: "google" },
    kept(0, 2),
    { ...kept(thisHour, 2), surface: "page" },
    { ...entered, source: "instagram", n: 2 },
    { ...entered, source: "email" },
  ]);
  expect((await readFigures(deps)).signUps.bySource).toEqual([
    { source: "direct", signUps: 4, entered: 0 },
    { source: "instagram", signUps: 3, entered: 2 },
    { source: "email", signUps: 0, entered: 1 },
  ]);
});

test("each step has its share of the step before, and of views", () => {
  const shown = [
    ["view", 200, undefined, 1],
    ["popup-opened", 50, 0.25, 0.25],
    ["form-begun", 40, 0.8, 0.2],
    ["sent", 32, 0.8, 0.16],
    ["kept", 24, 0.75, 0.12],
    ["group-press", 6, 0.25, 0.03],
    ["entered", 12, 0.5, 0.06],
    ["error-shown", 4, 0.125, 0.02],
  ] as const;
  expect(stepFigures(shown.map(([step, n]) => ({ step, n })))).toEqual(
    shown.map(([step, count, ofBefore, ofViews]) => ({ step, count, ofBefore, ofViews })),
  );
});

test("nothing personal that a visitor sent is in the figures", async () => {
  const { database, deps } = await open("sqlite");
  const visit = {
    utm_source: "canario-origem",
    utm_campaign: "canario@example.com",
    utm_content: "11 91234-5678",
  };
  const signUp = {
    lead: { ...ana, name: "Canário Nome", email: "canario@example.com", whatsapp: "11 91234-5678" },
    surface: "popup",
    receivedAt: now,
    source: JSON.stringify({ first: visit, last: visit }),
    cta: "canario-botao",
    ip: "203.0.113.0",
    userAgent: "canario-navegador",
  } as const;
  const held = { ...signUp, flag: "honeypot" } as const;
  await appendSubmissions(database, [signUp, held, { ...signUp, surface: "page" }]);
  await deriveLeads(database, now);
  await database
    .updateTable("deliveries")
    .set({ state: "parked", due_at: null, last_outcome: "refused: canario@example.com" })
    .execute();
  const figures = await readFigures(deps);
  expect(figures.signUps).toMatchObject({ lastHour: 2, today: 2, all: 2, people: 1 });
  expect(figures.signUps.bySource).toEqual([{ source: "other", signUps: 2, entered: 0 }]);
  expect(figures.signUps.byCampaign).toEqual([{ campaign: "*", content: "", signUps: 2 }]);
  expect(JSON.stringify(figures)).not.toMatch(/can[áa]rio|91234|203\.0\.113/i);
});

async function open(engine: Engine) {
  const database = await temporaryDatabase(engine);
  return { database, deps: { database, clock: () => now, event: eventPlan } };
}

const counted = { groupPresses: 0, entered: 0 };

function seen(minute: number, n: number): Count {
  return { minute, step: "view", source: "direct", n };
}

function kept(minute: number, n: number, people = 0): Count {
  return { minute, step: "kept", source: "direct", surface: "popup", n, people };
}
