import { expect, test } from "vitest";
import { formatTime, isoTime } from "#server/format.ts";
import { readSpan, readTime } from "./times.ts";

/** 12/11/2026 00:30 in São Paulo: half an hour after midnight of the launch's night. */
const now = Date.parse("2026-11-12T00:30:00-03:00");

test.each([
  ["20:00", "2026-11-11T20:00:00-03:00"],
  ["20h", "2026-11-11T20:00:00-03:00"],
  ["20h30", "2026-11-11T20:30:00-03:00"],
  ["0:15", "2026-11-12T00:15:00-03:00"],
  ["hoje", "2026-11-12T00:00:00-03:00"],
  [" ONTEM ", "2026-11-11T00:00:00-03:00"],
  ["ontem 20h", "2026-11-11T20:00:00-03:00"],
  ["ontem às 20h", "2026-11-11T20:00:00-03:00"],
  ["11/11/2026 as 20:00", "2026-11-11T20:00:00-03:00"],
  ["11/11/2026 20:00:05", "2026-11-11T20:00:05-03:00"],
  ["11/11/2026 20:03:12 (-03:00)", "2026-11-11T20:03:12-03:00"],
  ["11/11", "2026-11-11T00:00:00-03:00"],
  ["12/11", "2026-11-12T00:00:00-03:00"],
  ["13/11", "2025-11-13T00:00:00-03:00"],
  ["11/11 20:00", "2026-11-11T20:00:00-03:00"],
  ["12/11 20:00", "2025-11-12T20:00:00-03:00"],
  ["1/3/2026", "2026-03-01T00:00:00-03:00"],
  ["2026-11-11", "2026-11-11T00:00:00-03:00"],
  ["2026-11-11T20:00", "2026-11-11T20:00:00-03:00"],
  ["2027-11-11", "2027-11-11T00:00:00-03:00"],
])("%j means %s", (typed, expected) => {
  expect(readTime(typed, now)).toMatchObject({ kind: "time", start: Date.parse(expected) });
});

test.each([
  ["12/11/2026 20:00", "2026-11-12T20:00:00-03:00"],
  ["12/11 20h", "2026-11-12T20:00:00-03:00"],
  ["11/11 20h", "2027-11-11T20:00:00-03:00"],
  ["13/11 20h30", "2026-11-13T20:30:00-03:00"],
  ["hoje 20:00", "2026-11-12T20:00:00-03:00"],
  ["amanhã às 20h", "2026-11-13T20:00:00-03:00"],
  ["amanha 20h", "2026-11-13T20:00:00-03:00"],
  ["20:30", "2026-11-20T20:30:00-03:00"],
  ["11/11/2026 20:00", "2026-11-11T20:00:00-03:00"],
])("%j as a time to come means %s", (typed, expected) => {
  const ahead = { hourAloneOn: Date.parse("2026-11-20T18:00:00-03:00") };
  const start = Date.parse(expected);
  expect(readTime(typed, now, { ahead })).toEqual({ kind: "time", start, end: start });
});

test.each([formatTime, isoTime])("a time that a command printed can be read", (write) => {
  const ms = Date.parse("2026-11-11T20:00:05.000-03:00");
  expect(readTime(write(ms), now)).toEqual({ kind: "time", start: ms, end: ms });
});

test("a day ends when the next day begins; an hour has no length", () => {
  const end = Date.parse("2026-11-12T00:00:00-03:00");
  expect(readTime("11/11/2026", now)).toMatchObject({ end });
  const hour = Date.parse("2026-11-11T20:00:00-03:00");
  expect(readTime("11/11/2026 20:00", now)).toMatchObject({ start: hour, end: hour });
});

test.each([
  "31/11/2026",
  "30/02",
  "2026-02-29",
  "1/13/2026",
  "0/1",
  "24:00",
  "20:60",
  "20:00:60",
  "hoje 25h",
  "29/02",
])("%j is impossible", (typed) => {
  const sentence = `"${typed}" não existe. Confira o dia, o mês e a hora.`;
  expect(readTime(typed, now)).toEqual({ kind: "mistake", sentence });
});

test.each(["", "yesterday", "11-11-2026", "20", "20:0", "11/11/2026, 20:00", "11/11/26"])(
  "%j cannot be read",
  (typed) => {
    const sentence = expect.stringContaining(`"${typed}" não foi entendido como data ou hora.`);
    expect(readTime(typed, now)).toEqual({ kind: "mistake", sentence });
  },
);

test("a span ends after its last day, or is open", () => {
  const [since, to] = ["2026-11-10T00:00:00-03:00", "2026-11-12T00:00:00-03:00"].map(Date.parse);
  expect(readSpan("10/11", "11/11", now)).toEqual({ kind: "span", since, to });
  expect(readSpan("10/11", undefined, now)).toMatchObject({ since });
  expect(readSpan("11/11 20h", "11/11 20h", now)).toMatchObject({ kind: "mistake" });
});
