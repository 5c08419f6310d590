import fc from "fast-check";
import { expect, test } from "vitest";
import { chosenPhases, type EventPlan, editionAt, type Override } from "./edition.ts";
import { phaseAt, scheduleAt } from "./phase.ts";
import { dayMs, minuteMs } from "./time-zone.ts";

const firstDay = Date.UTC(2026, 0);

test("the phase of each change holds from its time on and not a millisecond before, and changes come one after the other", () => {
  const property = fc.property(moments(), ({ plan, now, override }) => {
    const { phase, changes } = scheduleAt(plan, now, override);
    expect(phaseAt(plan, now, override)).toBe(phase);
    for (const [index, change] of changes.entries()) {
      const before = changes[index - 1] ?? { at: now, phase };
      expect(change.at).toBeGreaterThan(before.at);
      expect(change.phase).not.toBe(before.phase);
      expect(phaseAt(plan, change.at - 1, override)).toBe(before.phase);
      expect(phaseAt(plan, change.at, override)).toBe(change.phase);
    }
  });
  fc.assert(property);
});

test("between two changes the phase stays, as long as the edition is the current one", () => {
  const later = fc.integer({ min: 0, max: 60 * dayMs });
  const property = fc.property(moments(), later, ({ plan, now, override }, after) => {
    const then = now + after;
    const years = [now, then].map((time) => editionAt(plan, time, override).year);
    fc.pre(years[0] === years[1]);
    const { phase, changes } = scheduleAt(plan, now, override);
    const told = changes.filter(({ at }) => at <= then).at(-1)?.phase ?? phase;
    expect(phaseAt(plan, then, override)).toBe(told);
  });
  fc.assert(property);
});

test("an edition whose days are over is not announced, wherever the operator has moved it", () => {
  const property = fc.property(moments(), ({ plan, now, override }) => {
    fc.pre(plan.year === "next");
    expect(now).toBeLessThan(editionAt(plan, now, override).end + plan.daysAfter * dayMs);
  });
  fc.assert(property);
});

type Moment = { plan: EventPlan; now: number; override: Override | undefined };

/** A random time within three years; every second time is within three days of the start of a class. */
function moments(): fc.Arbitrary<Moment> {
  const anyTime = fc.integer({ min: firstDay, max: firstDay + 3 * 366 * dayMs });
  const near = fc.option(fc.integer({ min: -3 * dayMs, max: 3 * dayMs }), { freq: 1 });
  return fc.tuple(plans(), anyTime, near, choices()).map(([plan, time, distance, choice]) => {
    const now = distance === null ? time : editionAt(plan, time).start + distance;
    return { plan, now, override: overrideAt(now, plan, choice) };
  });
}

function plans(): fc.Arbitrary<EventPlan> {
  return fc.record({
    month: fc.constantFrom(2, 12),
    day: fc.constantFrom(1, 28),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.constantFrom(0, 59),
    // Two of these three time zones have summer time.
    timeZone: fc.constantFrom("America/Sao_Paulo", "America/Havana", "Australia/Lord_Howe"),
    year: fc.constantFrom<EventPlan["year"][]>("next", 2026, 2028),
    durationMinutes: fc.constantFrom(1, 120, 1_440),
    doorsMinutes: fc.constantFrom(0, 15, 1_440),
    daysAfter: fc.constantFrom(7, 180),
    replay: fc.constantFrom<EventPlan["replay"][]>("none", {
      address: "https://video.example/x",
      days: 7,
    }),
  });
}

type Choice = { phase: Override["phase"] | undefined; movedBy: number | null };

/** `since` and `movedBy` are distances in milliseconds from the present time `now`. */
function choices(): fc.Arbitrary<Choice | null> {
  const since = fc.integer({ min: -20 * 60 * minuteMs, max: 0 });
  const phase = fc.record({ name: fc.constantFrom(...chosenPhases), since });
  const movedBy = fc.option(fc.integer({ min: -40 * dayMs, max: 366 * dayMs }));
  return fc.option(fc.record({ phase: fc.option(phase, { nil: undefined }), movedBy }));
}

function overrideAt(now: number, plan: EventPlan, choice: Choice | null): Override | undefined {
  if (choice === null) return undefined;
  const { phase, movedBy } = choice;
  return {
    edition: editionAt(plan, now).year,
    phase: phase && { ...phase, since: now + phase.since },
    movedTo: movedBy === null ? undefined : now + movedBy,
    sequence: 1,
    changedAt: now,
  };
}
