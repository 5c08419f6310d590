import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";

const lines = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//test//test//EN",
  "BEGIN:VEVENT",
  "UID:one@test.example",
  "DTSTAMP:20260101T000000Z",
  "DTSTART:20261111T230000Z",
  "DTEND:20261112T010000Z",
  "SUMMARY:Uma aula",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT10M",
  "DESCRIPTION:Uma aula",
  "END:VALARM",
  "END:VEVENT",
  "END:VCALENDAR",
];
const valid = `${lines.join("\r\n")}\r\n`;

test("a valid file is read", () => {
  expect(readCalendar(valid).components[0]?.properties["SUMMARY"]).toBe("Uma aula");
});

test.each(lines.filter((line) => !line.startsWith("SUMMARY")))(
  "a file without the line %s is refused",
  (line) => {
    const index = lines.indexOf(line);
    const rest = lines.filter((_, place) => place !== index);
    expect(() => readCalendar(`${rest.join("\r\n")}\r\n`)).toThrow();
  },
);

test.each([
  ["a line that ends with LF alone", "VERSION:2.0\r", "VERSION:2.0"],
  ["no end of the last line", "END:VCALENDAR\r\n", "END:VCALENDAR"],
  ["a line of 76 bytes", "Uma aula", "a".repeat(68)],
  ["a character that is cut in two", "Uma aula", "\ud83d\r\n \ude00"],
  ["a comma without a backslash", "Uma aula", "Uma, aula"],
  ["a backslash before another letter", "Uma aula", "Uma \\aula"],
  ["a control character", "Uma aula", "Uma\u0007aula"],
  ["a date that does not exist", "20261111T230000Z", "20260230T230000Z"],
  ["a time without a zone", "20261111T230000Z", "20261111T230000"],
  ["an end before the start", "20261112T010000Z", "20261111T010000Z"],
  ["a second UID", "UID:", "UID:another\r\nUID:"],
  ["a trigger that is no duration", "-PT10M", "-P10M"],
  [
    "an alarm outside of the entry",
    "BEGIN:VEVENT\r\n",
    "BEGIN:VALARM\r\nEND:VALARM\r\nBEGIN:VEVENT\r\n",
  ],
  ["an unknown property", "SUMMARY:", "SUMMARIO:"],
  ["a second calendar", "END:VCALENDAR\r\n", "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\n"],
])("a file with %s is refused", (_, part, wrong) => {
  expect(() => readCalendar(valid.replace(part, wrong))).toThrow();
});
