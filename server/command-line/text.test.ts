import { expect, test } from "vitest";
import { formatTime, isoTime } from "./text.ts";

test.each([
  ["2026-11-11T23:00:05.123Z", "11/11/2026 20:00:05 (-03:00)", "2026-11-11T20:00:05.123-03:00"],
  ["2026-01-01T02:59:59.999Z", "31/12/2025 23:59:59 (-03:00)", "2025-12-31T23:59:59.999-03:00"],
  ["1970-01-01T00:00:00.000Z", "31/12/1969 21:00:00 (-03:00)", "1969-12-31T21:00:00.000-03:00"],
  // In the night to 4 November 2018 the clocks of Brazil went from 23:59:59 to 01:00:00, for the last summer time.
  ["2018-11-04T02:59:59.000Z", "03/11/2018 23:59:59 (-03:00)", "2018-11-03T23:59:59.000-03:00"],
  ["2018-11-04T03:00:00.000Z", "04/11/2018 01:00:00 (-02:00)", "2018-11-04T01:00:00.000-02:00"],
  // In the night to 17 February 2019 they showed the hour from 23:00 twice: only the offset tells which one.
  ["2019-02-17T01:30:00.000Z", "16/02/2019 23:30:00 (-02:00)", "2019-02-16T23:30:00.000-02:00"],
  ["2019-02-17T02:30:00.000Z", "16/02/2019 23:30:00 (-03:00)", "2019-02-16T23:30:00.000-03:00"],
])(
  "%s is written with the launch's offset, for people and for programs",
  (utc, people, program) => {
    expect(formatTime(Date.parse(utc))).toBe(people);
    expect(isoTime(Date.parse(utc))).toBe(program);
    expect(Date.parse(isoTime(Date.parse(utc)))).toBe(Date.parse(utc));
  },
);
