import fc from "fast-check";
import { expect, test } from "vitest";
import { phaseHeads } from "#content/phases.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { alarm, calendarFile, contentLines, escapeText, googleCalendarUrl } from "./calendar.ts";
import type { Override } from "./edition.ts";
import { eventStateAt } from "./event-state.ts";

const siteUrl = "https://aula.example";
const plan = { ...frozenLaunch.event, year: 2026 };
const madeAt = Date.parse("2026-10-01T12:34:56.789Z");
const untouched: Override = {
  edition: 2026,
  phase: undefined,
  movedTo: undefined,
  sequence: 0,
  changedAt: madeAt,
};

test("the entry has the hours of the class, the time at which the file was made, and the way in", () => {
  expect(entryIn(fileFor(untouched))).toMatchObject({
    UID: "black-ahsd-2026@black-ahsd",
    SEQUENCE: "0",
    STATUS: "CONFIRMED",
    DTSTAMP: "20261001T123456Z",
    DTSTART: "20261111T230000Z",
    DTEND: "20261112T010000Z",
    LOCATION: "https://aula.example/aovivo",
    URL: "https://aula.example/aovivo",
    DESCRIPTION: expect.stringMatching(/20h.*https:\/\/aula\.example\/aovivo/),
  });
});

test("the entry of a moved class has the same UID, a higher number, and the new hour in its text too", () => {
  const movedTo = Date.parse("2026-11-13T22:30:00Z");
  const moved = entryIn(fileFor({ ...untouched, movedTo, sequence: 2 }));
  expect(moved).toMatchObject({
    UID: "black-ahsd-2026@black-ahsd",
    SEQUENCE: "2",
    STATUS: "CONFIRMED",
    DTSTART: "20261113T223000Z",
    DTEND: "20261114T003000Z",
    DESCRIPTION: expect.stringContaining("19h30"),
  });
});

test("calendars remind one day, one hour and ten minutes before the class", () => {
  const [event] = readCalendar(fileFor(untouched)).components;
  expect(event?.components.map(({ properties }) => properties["TRIGGER"])).toEqual([
    "-P1D",
    "-PT1H",
    "-PT10M",
  ]);
});

test("the entry of a cancelled class says so and reminds of nothing", () => {
  const phase = { name: "cancelled", since: madeAt } as const;
  const movedTo = Date.parse("2026-11-13T22:30:00Z");
  const file = fileFor({ ...untouched, phase, movedTo, sequence: 3 });
  const [event] = readCalendar(file).components;
  expect(event?.components).toEqual([]);
  expect(event?.properties).toMatchObject({
    UID: "black-ahsd-2026@black-ahsd",
    SEQUENCE: "3",
    STATUS: "CANCELLED",
    SUMMARY: phaseHeads.titles.cancelled,
  });
});

test("the next edition is an entry of its own, and the file stays valid in every phase", () => {
  const event = { ...plan, year: "next" } as const;
  const times = [
    "2026-11-11T22:50:00Z",
    "2026-11-11T23:30:00Z",
    "2026-11-18T00:59:59Z",
    "2026-12-01T00:00:00Z",
  ];
  const uids = times.map((time) => {
    const state = eventStateAt(event, Date.parse(time));
    return entryIn(calendarFile({ siteUrl, state }, Date.parse(time)))["UID"];
  });
  expect(uids).toEqual([2026, 2026, 2026, 2027].map((year) => `black-ahsd-${year}@black-ahsd`));
});

test("the link to Google's calendar has the same facts", () => {
  const state = eventStateAt(plan, madeAt);
  const link = googleCalendarUrl({ siteUrl, times: { ...state.edition, ...state.times } });
  const entry = entryIn(fileFor(untouched));
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    action: "TEMPLATE",
    text: entry["SUMMARY"],
    details: entry["DESCRIPTION"],
    location: entry["LOCATION"],
    dates: `${entry["DTSTART"]}/${entry["DTEND"]}`,
  });
});

/** Texts that can break a calendar file: special characters, characters of several bytes, line breaks, long words. */
const breaking = [
  "ção",
  "👩‍👩‍👧",
  "a".repeat(74),
  "ã".repeat(40),
  "\r\n",
  "\r",
  ";",
  ",",
  "\\n",
  ":",
  "\t",
  "\u0000",
];
const texts = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...breaking)), { maxLength: 12 })
  .map((parts) => parts.join(""));

/** Long lines whose fold comes before, within or after a character of several bytes. */
const longBeforeEmoji = Array.from({ length: 10 }, (_, more): [string] => [
  `${"a".repeat(60 + more)}👩‍👩‍👧ção`,
]);

test("a calendar shows every text as it was written, but for control characters", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "");
      const lines = [`SUMMARY:${escapeText(text)}`, ...alarm("-PT10M", text)];
      const file = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"];
      const [event] = readCalendar(contentLines(file)).components;
      expect(event?.properties["SUMMARY"]).toBe(shown);
      expect(event?.components[0]?.properties["DESCRIPTION"]).toBe(shown);
    }),
    { examples: [[""], ["\\n"], [" ".repeat(80)], ...longBeforeEmoji] },
  );
});

test.each([67, 68])("a line is folded from its 76th byte on: a text of %i bytes", (bytes) => {
  const [line = "", rest = ""] = contentLines([`SUMMARY:${"a".repeat(bytes)}`]).split("\r\n");
  expect(line).toHaveLength(75);
  expect(rest).toBe(bytes === 67 ? "" : " a");
});

function fileFor(override: Override): string {
  return calendarFile({ siteUrl, state: eventStateAt(plan, madeAt, override) }, madeAt);
}

function entryIn(file: string): Record<string, string> {
  const [event] = readCalendar(file).components;
  if (!event) throw new Error("The file has no entry.");
  return event.properties;
}
