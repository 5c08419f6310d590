import { fill } from "#content/filled.ts";
import { calendarEntry } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { phaseHeads, phases } from "#content/phases.ts";
import type { Times } from "./event-texts.ts";
import type { Publication } from "./structured-data.ts";

export const calendarFilePath = "/black-ahsd.ics";

/**
 * Calendars remind people one day, one hour and ten minutes before the start. Outlook may keep only one reminder:
 * https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxcical ("Component: VALARM").
 */
const alarmTriggers = ["-P1D", "-PT1H", "-PT10M"];

/**
 * Makes a calendar file in the format of RFC 5545, at the time `madeAt`. The UID stays the same if the event is moved,
 * so that a calendar changes its entry and does not add a second entry.
 */
export function calendarFile({ siteUrl, state }: Publication, madeAt: number): string {
  const cancelled = state.schedule.phase === "cancelled";
  const { title, text } = cancelled ? cancelledEntry(state) : entry(siteUrl, state.times);
  const address = wayIn(siteUrl);
  return contentLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Black AHSD//Aula ao vivo//PT-BR",
    "BEGIN:VEVENT",
    `UID:black-ahsd-${state.edition.year}@black-ahsd`,
    `SEQUENCE:${state.sequence}`,
    `DTSTAMP:${utcTime(madeAt)}`,
    `DTSTART:${utcTime(state.edition.start)}`,
    `DTEND:${utcTime(state.edition.end)}`,
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(text)}`,
    `LOCATION:${escapeText(address)}`,
    `URL:${address}`,
    ...(cancelled ? [] : alarmTriggers.flatMap((trigger) => alarm(trigger, title))),
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
}

/** The values from which the link to Google's calendar is made. */
export type GoogleEntry = { siteUrl: string; times: Times & { start: number; end: number } };

/** A link that opens Google's calendar with the entry filled in. Its times are in UTC: Google shows them in the visitor's zone. */
export function googleCalendarUrl({ siteUrl, times }: GoogleEntry): string {
  const { title, text } = entry(siteUrl, times);
  const query = [
    "action=TEMPLATE",
    `text=${encodeURIComponent(title)}`,
    `details=${encodeURIComponent(text)}`,
    `location=${encodeURIComponent(wayIn(siteUrl))}`,
    `dates=${utcTime(times.start)}/${utcTime(times.end)}`,
  ];
  return `https://calendar.google.com/calendar/render?${query.join("&")}`;
}

function entry(siteUrl: string, { date, hour }: Times): { title: string; text: string } {
  const { title, text } = calendarEntry;
  const values = { date, hour, time: hour, address: wayIn(siteUrl) };
  return { title: fill(title, values), text: fill(text, values) };
}

function cancelledEntry(state: Publication["state"]): { title: string; text: string } {
  return {
    title: fill(phaseHeads.titles.cancelled, state.times),
    text: fill(phases.status.cancelled, state.times),
  };
}

/** The address of the page that leads to the class while visitors can enter, and before that says when they can. */
function wayIn(siteUrl: string): string {
  return `${siteUrl}${paths.live}`;
}

/** The most bytes in UTF-8 that RFC 5545 allows in a line, without its line break. */
const maxLineBytes = 75;

/** Joins the lines of a calendar file as RFC 5545 demands: long lines are folded, and each line ends with CR and LF. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** The lines of a calendar alarm that shows the text; `trigger` is a duration of RFC 5545, such as `-PT1H`. */
export function alarm(trigger: string, text: string): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `TRIGGER:${trigger}`,
    `DESCRIPTION:${escapeText(text)}`,
    "END:VALARM",
  ];
}

/** Writes a time in the format of RFC 5545, in UTC: `20271111T230000Z`. */
function utcTime(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/**
 * Escapes a value of RFC 5545's type TEXT: a line break is written as `\n`, other control characters than tabs are
 * removed.
 */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "");
}

/** Breaks a long line between two characters; the next line begins with a space and continues the text. */
function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8Bytes(character.codePointAt(0) ?? 0);
    if (bytes + size > maxLineBytes) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

function utf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
