import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { alarm, contentLines, escapeText } from "./calendar.ts";

/** Texts with what breaks calendar files: signs of several bytes, signs with a meaning, line breaks, long words. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      anyText,
      fc.constantFrom(
        "ção",
        "ü",
        "👩‍👩‍👧",
        "🇧🇷",
        "a".repeat(74),
        "ã".repeat(40),
        "\r\n",
        "\r",
        "\n",
      ),
      fc.constantFrom(
        ";",
        ",",
        "\\",
        "\\n",
        ":",
        '"',
        "\t",
        "\u0000",
        "\u007f",
        "\u0085",
        "\u2028",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** A line of these has to be folded before, within or after a character of several bytes. */
const longBeforeEmoji = Array.from({ length: 10 }, (_, more): [string] => [
  `${"a".repeat(60 + more)}👩‍👩‍👧ção`,
]);

test("a calendar shows every text as it was written, but for control characters", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "");
      const [event] = readCalendar(fileWith(text)).components;
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

function fileWith(text: string): string {
  return contentLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test//test//EN",
    "BEGIN:VEVENT",
    "UID:one@test.example",
    "DTSTAMP:20260101T000000Z",
    "DTSTART:20261111T230000Z",
    "DTEND:20261112T010000Z",
    `SUMMARY:${escapeText(text)}`,
    ...alarm("-PT10M", text),
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
}
