import { expect, test } from "vitest";
import {
  formatCount,
  formatDay,
  formatDecimal,
  formatDuration,
  formatHour,
  formatMoment,
  formatShare,
  formatTime,
  isoTime,
} from "./format.ts";

test("numbers have a dot between thousands and a comma before decimals", () => {
  expect(formatCount(1_001)).toBe("1.001");
  expect(formatDecimal(1_234.56)).toBe("1.234,6");
  expect(formatDecimal(2)).toBe("2,0");
});

test.each([
  [undefined, "–"],
  [0, "0%"],
  [0.0004, "<0,1%"],
  [0.0005, "0,1%"],
  [0.0949, "9,5%"],
  [0.0996, "10%"],
  [1, "100%"],
  [15.5, "1.550%"],
])("the share %s is written as %s", (share, text) => {
  expect(formatShare(share)).toBe(text);
});

test.each([
  [49, "0 s"],
  [50, "0,1 s"],
  [4_980, "5 s"],
  [9_949, "9,9 s"],
  [9_950, "10 s"],
  [59_600, "1 min"],
  [61_000, "1 min 1 s"],
  [3_599_400, "59 min 59 s"],
  [3_599_600, "1 h"],
  [12_000_000, "3 h 20 min"],
  [172_799_000, "48 h"],
  [172_800_000, "2 dias"],
])("%d milliseconds are written as %s", (ms, text) => {
  expect(formatDuration(ms).replaceAll("\u00a0", " ")).toBe(text);
});

test.each([
  ["2026-11-11T23:00:05.123Z", "11/11/2026 20:00:05 (-03:00)", "2026-11-11T20:00:05.123-03:00"],
  ["1970-01-01T00:00:00.000Z", "31/12/1969 21:00:00 (-03:00)", "1969-12-31T21:00:00.000-03:00"],
  // In the night to 4 November 2018 the clocks of Brazil went from 23:59:59 to 01:00:00, for the last summer time.
  ["2018-11-04T02:59:59.000Z", "03/11/2018 23:59:59 (-03:00)", "2018-11-03T23:59:59.000-03:00"],
  ["2018-11-04T03:00:00.000Z", "04/11/2018 01:00:00 (-02:00)", "2018-11-04T01:00:00.000-02:00"],
  // In the night to 17 February 2019 the clocks of Brazil showed the hour from 23:00 twice: only the offset tells the
  // two apart.
  ["2019-02-17T01:30:00.000Z", "16/02/2019 23:30:00 (-02:00)", "2019-02-16T23:30:00.000-02:00"],
  ["2019-02-17T02:30:00.000Z", "16/02/2019 23:30:00 (-03:00)", "2019-02-16T23:30:00.000-03:00"],
])(
  "%s is written with the launch's offset, for people and for programs",
  (utc, people, program) => {
    const ms = Date.parse(utc);
    expect(formatTime(ms)).toBe(people);
    expect(isoTime(ms)).toBe(program);
    expect(Date.parse(isoTime(ms))).toBe(ms);
  },
);

test.each([
  ["2026-11-09T23:59:59-03:00", "11/11/2026 20:05"],
  ["2026-11-10T00:00:00-03:00", "amanhã 20:05"],
  ["2026-11-11T00:00:00-03:00", "hoje 20:05"],
  ["2026-11-11T23:59:59-03:00", "hoje 20:05"],
  ["2026-11-12T00:00:00-03:00", "ontem 20:05"],
  ["2026-11-13T00:00:00-03:00", "11/11/2026 20:05"],
])("seen at %s the evening of the class is %s", (now, text) => {
  const ms = Date.parse("2026-11-11T20:05:10-03:00");
  expect(formatMoment(ms, Date.parse(now))).toBe(text);
});

test("a time has its day without a present, its hour alone, or its weekday", () => {
  const ms = Date.parse("2026-11-11T20:05:10-03:00");
  expect(formatMoment(ms)).toBe("11/11/2026 20:05");
  expect(formatHour(ms)).toBe("20:05");
  expect(formatDay(ms)).toBe("quarta-feira, 11/11/2026 20:05:10 (-03:00)");
});
