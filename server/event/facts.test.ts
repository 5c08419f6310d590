import { expect, test } from "vitest";
import type { EventPlan, Override } from "#event/edition.ts";
import type { Fact } from "#server/facts/fact.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { classFacts } from "./facts.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const dayMs = 24 * 60 * 60_000;
const end = start + frozenLaunch.event.durationMinutes * 60_000;
const pinned: EventPlan = { ...frozenLaunch.event, year: 2026 };
const next: EventPlan = { ...frozenLaunch.event, year: "next" };

test.each([
  ["180 days before", pinned, start - 180 * dayMs, "fine"],
  ["181 days before", pinned, start - 181 * dayMs, "notice"],
  ["just before the end", pinned, end - 1, "fine"],
  ["at the end", pinned, end, "fine"],
  ["a week after the end", pinned, end + 7 * dayMs, "trouble"],
  ["at the end", next, end, "fine"],
  ["a week after the end", next, end + 7 * dayMs, "notice"],
] as const)("%s, the date of %o is as the level says", (_, event, now, level) => {
  expect(factOf("Data", event, now)).toMatchObject({ level });
});

test("the next year is a notice until the year is pinned", () => {
  expect(factOf("Ano", next, start - dayMs)).toMatchObject({ level: "notice", canWait: true });
  expect(factOf("Ano", pinned, start - dayMs)).toMatchObject({ level: "fine" });
});

test("a phase by hand is a notice that says since when and until when, and how to end it", () => {
  const override = chosen({ phase: { name: "waiting", since: start } });
  const fact = factOf("Momento", pinned, start + 60_000, override);
  expect(fact).toMatchObject({
    level: "notice",
    value: expect.stringMatching(
      /começa em alguns minutos\. Escolhido à mão: hoje 20:00\. Acaba sozinho: amanhã 08:00\.$/,
    ),
    todo: "O relógio não decide mais.",
  });
  expect(answersTo(fact)).toEqual(["phase live", "phase over", "phase auto"]);
  expect(factOf("Momento", pinned, start + dayMs, override)).toMatchObject({ level: "fine" });
});

test("a moved date is a notice with both dates, and it is announced", () => {
  const override = chosen({ movedTo: start + dayMs });
  expect(factOf("Data", pinned, start, override)?.value).toContain(
    "12/11/2026 20:00:00 (-03:00), amanhã.",
  );
  const fact = factOf("Data mudada", pinned, start, override);
  expect(fact).toMatchObject({
    level: "notice",
    value: expect.stringMatching(/para quinta-feira, 12\/11.*launch\.ts: quarta-feira, 11\/11/),
  });
  expect(answersTo(fact)).toEqual(["move back"]);
  expect(factOf("Data mudada", pinned, start)).toBeUndefined();
});

function factOf(name: string, event: EventPlan, now: number, override?: Override) {
  return classFacts({ event, now, override }).find((fact) => fact.name === name);
}

function answersTo(fact: Fact | undefined) {
  return fact?.answers?.map(({ action }) => action.words);
}

function chosen(override: Partial<Override>): Override {
  const none = { edition: 2026, phase: undefined, movedTo: undefined, sequence: 1, changedAt: 0 };
  return { ...none, ...override };
}
