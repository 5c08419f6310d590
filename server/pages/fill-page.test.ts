import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { clockWords, phaseHeads } from "#content/phases.ts";
import type { Override } from "#event/edition.ts";
import { eventStateAt } from "#event/event-state.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { fillPage } from "./event-pages.ts";
import { pageHeaders } from "./security.ts";

const event = { ...eventPlan, replay: { address: "https://video.example/x", days: 3 } };
const { titles, descriptions } = phaseHeads;
const siteUrl = "https://black.example";
const { current, currentNext } = messages.wordings;

const code = [
  "<style>.a::after{content:'11 de novembro, 20h'}</style>",
  "<script>if (1 < 2) document.querySelector(\"[data-event='countdown']\")</script>",
].join("");

test("the page says the phase of the event, and all changes ahead", () => {
  const html =
    '<html lang="pt-BR" data-phase="before"><script type="application/json" id="schedule">{}</script>';
  const filled = fill(html, "2026-11-11T20:00:00-03:00");
  expect(filled).toContain('<html lang="pt-BR" data-phase="live">');
  const schedule = JSON.parse(/id="schedule">(.*)<\/script>/.exec(filled)?.[1] ?? "");
  expect(schedule).toMatchObject({ phase: "live", fromServer: true });
  expect(schedule.changes[0]).toEqual({
    at: Date.parse("2026-11-11T22:00:00-03:00"),
    phase: "replay",
  });
});

test("a named element has the words of the day, whatever it had before", () => {
  const filled = (html: string) => fill(html, "2026-11-09T12:00:00-03:00");
  const text = clockWords.countdown.days.replace("{days}", "2");
  expect(filled('<span data-event="countdown"></span>')).toBe(
    `<span data-event="countdown">${text}</span>`,
  );
  expect(filled('<b class="x" data-event="countdown">Faltam 9 dias.</b> Sim.')).toBe(
    `<b class="x" data-event="countdown">${text}</b> Sim.`,
  );
  expect(filled('<i data-event="visitorHour"></i>')).toBe('<i data-event="visitorHour"></i>');
});

test("the fields name the wordings of the class, after it those of the next", () => {
  const html =
    '<input data-event-value="consent" name="lgpd" value="x"/><input value="" data-event-value="notice"/>';
  const expected = ({ consent, notice }: typeof current) =>
    `<input data-event-value="consent" name="lgpd" value="${consent}"/><input value="${notice}" data-event-value="notice"/>`;
  expect(fill(html, "2026-11-11T21:59:59-03:00")).toBe(expected(current));
  expect(fill(html, "2026-11-11T22:00:00-03:00")).toBe(expected(currentNext));
});

test("only the landing page has the title and data of the phase", () => {
  const head =
    '<title>A</title><meta name="description" content="B"/><meta property="og:title" content="C"/>';
  const data = '<script type="application/ld+json">{}</script>';
  const filled = fill(head + data, "2026-11-11T20:00:00-03:00");
  expect(filled).toContain(`<title>${titles.live}</title>`);
  expect(filled).toContain(`<meta name="description" content="${descriptions.live}"/>`);
  expect(filled).toContain(`<meta property="og:title" content="${titles.live}"/>`);
  expect(filled).toContain('"startDate":"2026-11-11T23:00:00.000Z"');
  expect(fill(head, "2026-11-11T20:00:00-03:00")).toBe(head);
});

test("the elements of a moved event have its new time; other texts keep theirs", () => {
  const override = moved("2026-11-13T19:30:00-03:00");
  const html = (day: string, hour: string, dateTime: [string, string]) =>
    [
      `<p title="20h">Em <time data-event="date" dateTime="${dateTime[0]}">${day}</time>, às `,
      `<time dateTime="${dateTime[1]}" data-event="hour">${hour}</time>. O suporte responde até as 20h.</p>`,
    ].join("");
  expect(
    fill(
      html("11\u00a0de\u00a0novembro", "20h", ["11-11", "20:00"]),
      "2026-11-01T12:00:00-03:00",
      override,
    ),
  ).toBe(html("13\u00a0de\u00a0novembro", "19h30", ["11-13", "19:30"]));
});

test("only on a host that cannot lead on the page of the class has the address of the room", () => {
  const html = '<a href="/aovivo" data-event-value="room">ENTRAR</a>';
  const room = "https://video.example/a&b";
  const state = eventStateAt(event, Date.parse("2026-11-11T20:00:00-03:00"));
  expect(fillPage(html, { state, siteUrl })).toBe(html);
  expect(fillPage(html, { state, siteUrl, room })).toContain(
    'href="https://video.example/a&amp;b"',
  );
});

test("scripts and styles keep their bytes, so the policy stays right", () => {
  const html = `<html data-phase="before">${code}<script type="application/json" id="schedule">{}</script><p data-event="countdown"></p>`;
  const filled = fill(html, "2026-11-01T12:00:00-03:00", moved("2026-11-13T19:30:00-03:00"));
  expect(filled).toContain(code);
  expect(pageHeaders([filled], siteUrl)).toEqual(pageHeaders([html], siteUrl));
});

function fill(html: string, now: string, override?: Override): string {
  const state = eventStateAt(event, Date.parse(now), override);
  return fillPage(html, { state, siteUrl });
}

function moved(to: string): Override {
  return { edition: 2026, phase: undefined, movedTo: Date.parse(to), sequence: 1, changedAt: 0 };
}
