import { expect, test } from "vitest";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { checkEvent } from "./check-event.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const dayMs = 24 * 60 * 60_000;
const end = start + frozenLaunch.event.durationMinutes * 60_000;
const pinned: EventPlan = { ...frozenLaunch.event, year: 2026 };
const next: EventPlan = { ...frozenLaunch.event, year: "next" };

test.each([
  ["180 days before", pinned, start - 180 * dayMs, "ok"],
  ["181 days before", pinned, start - 181 * dayMs, "warn"],
  ["just before the end", pinned, end - 1, "ok"],
  ["at the end", pinned, end, "ok"],
  ["a week after the end", pinned, end + 7 * dayMs, "fail"],
  ["at the end", next, end, "ok"],
  ["a week after the end", next, end + 7 * dayMs, "warn"],
] as const)("%s, the date of %o is as the level says", (_, event, now, level) => {
  expect(check(event, now)).toContain(`${level} evento`);
});

test("the date is written in words, as an instant with its offset, with its edition and the days until then", () => {
  expect(texts(pinned, start - 12 * dayMs)).toContain(
    "A página anuncia a edição de 2026: quarta-feira, 11 de novembro de 2026, às 20h (horário de Brasília), ou seja, 11/11/2026 20:00:00 (-03:00), daqui a 12 dias.",
  );
});

test.each([
  [45, "daqui a 2 dias."],
  [44, "amanhã."],
  [21, "amanhã."],
  [20, "hoje."],
])(
  "%i hours before the event, the days are counted by midnights, as on the page",
  (hours, days) => {
    expect(texts(pinned, start - hours * 60 * 60_000)[0]).toMatch(new RegExp(`, ${days}$`));
  },
);

test("the next year is a warning until the year is pinned", () => {
  expect(check(next, start - dayMs)).toContain("warn ano");
  expect(check(pinned, start - dayMs)).toContain("ok ano");
});

test("without an answer of the store nothing is said about the operator's choices", () => {
  expect(check(pinned, start)).toEqual(["ok evento", "ok ano"]);
});

test("an event that follows the clock is ok, with its phase", () => {
  expect(check(pinned, start, { override: undefined })).toContain("ok momento");
  expect(texts(pinned, start, { override: undefined })).toContain(
    "live – a página diz que a aula está ao vivo, e mostra a entrada (pelo relógio).",
  );
});

test("a phase by hand is a warning that says since when, until when, and how to take it back", () => {
  const hand = chosen({ phase: { name: "waiting", since: start } });
  expect(checkEvent(pinned, start + 60_000, hand)).toContainEqual({
    level: "warn",
    subject: "momento",
    text: "waiting – a página diz que a aula começa em alguns minutos. Escolhido à mão em 11/11/2026 20:00:00 (-03:00). Acaba sozinho em 12/11/2026 08:00:00 (-03:00).",
    todo: "Para voltar ao relógio: npm run leads -- phase auto",
  });
  expect(check(pinned, start + dayMs, hand)).toContain("ok momento");
});

test("a moved date is a warning with both dates, and the new one is announced", () => {
  const hand = chosen({ movedTo: start + dayMs });
  const found = checkEvent(pinned, start, hand);
  expect(found[0]?.text).toContain("12/11/2026 20:00:00 (-03:00), amanhã.");
  expect(found).toContainEqual({
    level: "warn",
    subject: "data mudada",
    text: "A data foi mudada à mão para quinta-feira, 12/11/2026 20:00:00 (-03:00). Em content/launch.ts: quarta-feira, 11/11/2026 20:00:00 (-03:00).",
    todo: "Para voltar à data de content/launch.ts: npm run leads -- phase moved back",
  });
});

function check(...given: [EventPlan, number, Stored?]): string[] {
  const [event, now, hand] = given;
  return checkEvent(event, now, hand).map(({ level, subject }) => `${level} ${subject}`);
}

function texts(...given: [EventPlan, number, Stored?]): string[] {
  const [event, now, hand] = given;
  return checkEvent(event, now, hand).map(({ text }) => text);
}

type Stored = { override: Override | undefined };

function chosen(override: Partial<Override>): Stored {
  const none = { edition: 2026, phase: undefined, movedTo: undefined, sequence: 1, changedAt: 0 };
  return { override: { ...none, ...override } };
}
