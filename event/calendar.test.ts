import { expect, test } from "vitest";
import { calendarFile, googleCalendarUrl } from "./calendar.ts";

const entry = {
  period: { start: new Date("2026-11-11T23:00:00Z"), end: new Date("2026-11-12T01:00:00Z") },
  title: "Aula Black AHSD",
  text: "Ao vivo; o preço, só na live. É uma linha bem comprida para que tenha de ser dobrada.",
  url: "https://exemplo.com.br/",
};

test("the file holds the instant in UTC, escapes text, and ends its lines as the standard wants", () => {
  const file = calendarFile(entry);
  expect(file).toContain("\r\nDTSTART:20261111T230000Z\r\nDTEND:20261112T010000Z\r\n");
  expect(file.replaceAll("\r\n ", "")).toContain("DESCRIPTION:Ao vivo\\; o preço\\, só na live.");
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("no line is longer than 75 bytes", () => {
  const longest = Math.max(
    ...calendarFile(entry)
      .split("\r\n")
      .map((line) => Buffer.byteLength(line)),
  );
  expect(longest).toBeLessThanOrEqual(75);
});

test("Google's link carries the same instants", () => {
  const link = new URL(googleCalendarUrl(entry));
  expect(link.searchParams.get("dates")).toBe("20261111T230000Z/20261112T010000Z");
  expect(link.searchParams.get("text")).toBe("Aula Black AHSD");
});
