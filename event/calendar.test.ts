import { expect, test } from "vitest";
import { calendarFile, googleCalendarUrl } from "./calendar.ts";

const entry = {
  period: { start: Date.parse("2026-11-11T23:00:00Z"), end: Date.parse("2026-11-12T01:00:00Z") },
  title: "Aula Black AHSD",
  text: "Ao vivo; o preço, só na live. É uma linha bem comprida para que tenha de ser dobrada.",
  url: "https://exemplo.com.br/",
};

test("the calendar file has its times in UTC, escaped texts and line ends as in RFC 5545", () => {
  const file = calendarFile(entry);
  expect(file).toContain("\r\nDTSTART:20261111T230000Z\r\nDTEND:20261112T010000Z\r\n");
  expect(file.replaceAll("\r\n ", "")).toContain("DESCRIPTION:Ao vivo\\; o preço\\, só na live.");
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("no line of the calendar file is longer than 75 bytes", () => {
  const longest = Math.max(
    ...calendarFile(entry)
      .split("\r\n")
      .map((line) => Buffer.byteLength(line)),
  );
  expect(longest).toBeLessThanOrEqual(75);
});

test("the link to Google Calendar has the same times", () => {
  const link = new URL(googleCalendarUrl(entry));
  expect(link.searchParams.get("dates")).toBe("20261111T230000Z/20261112T010000Z");
  expect(link.searchParams.get("text")).toBe("Aula Black AHSD");
});
