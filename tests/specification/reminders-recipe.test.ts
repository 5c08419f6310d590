import { expect, test } from "vitest";
import { dates } from "#content/dates.ts";
import { dateInWords, hourInWords } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import { readRecipe } from "#tests/support/operator/reminders-recipe.ts";

const { month, day, hour, minute, doorsMinutes } = launch.event;
const { text, messages, timetable } = await readRecipe();

/** The start as the clock on a wall in São Paulo shows it. The year is any, because the recipe names none. */
const start = Date.UTC(2000, month - 1, day, hour, minute);

test("every date and hour in the messages is that of content/launch.ts", () => {
  const texts = messages.map(({ subject, body }) => subject + body).join("\n");
  const written = texts.match(new RegExp(`\\d+ de (?:${dates.months.join("|")})`, "g"));
  const date = dateInWords(month, day).replaceAll("\u00a0", " ");
  expect(new Set(written)).toEqual(new Set([date]));
  expect(new Set(texts.match(/\d+h\d*/g))).toEqual(new Set([hourInWords(hour, minute)]));
  expect(text).toContain(`**${date}, às ${hourInWords(hour, minute)} (horário de Brasília)**`);
});

test("the timetable follows the start of the class, and each of its messages is in the recipe", () => {
  const nextMorning = Date.UTC(2000, month - 1, day + 1, 10);
  expect(timetable.slice(1).map(({ when }) => when)).toEqual(
    [start - dayMs, start - 60 * minuteMs, start - 10 * minuteMs, start, nextMorning].map(shown),
  );
  const titles = messages.map(({ title }) => title);
  expect(titles.slice(0, timetable.length)).toEqual(timetable.map(({ title }) => title));
});

test("ten minutes before the class the way in is open, as the message says", () => {
  expect(doorsMinutes).toBeGreaterThanOrEqual(10);
});

function shown(at: number): string {
  const [, date = "", time = ""] = /-(.*)T(\d\d:\d\d)/.exec(new Date(at).toISOString()) ?? [];
  return `${date.split("-").reverse().join("/")}, ${time}`;
}
