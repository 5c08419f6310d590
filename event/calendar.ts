import type { eventPeriod } from "./event-instant.ts";

/** Where the file stands on the site. */
export const calendarFilePath = "/black-ahsd.ics";

export type CalendarEntry = {
  period: ReturnType<typeof eventPeriod>;
  title: string;
  text: string;
  url: string;
};

/** RFC 5545. The instant is in UTC: every calendar shows it in its own zone. */
export function calendarFile({ period, title, text, url }: CalendarEntry): string {
  const start = compact(period.start);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Black AHSD//Aula ao vivo//PT-BR",
    "BEGIN:VEVENT",
    `UID:${start}@black-ahsd`,
    `DTSTAMP:${start}`,
    `DTSTART:${start}`,
    `DTEND:${compact(period.end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

export function googleCalendarUrl({ period, title, text }: Omit<CalendarEntry, "url">): string {
  const query = [
    "action=TEMPLATE",
    `text=${encodeURIComponent(title)}`,
    `details=${encodeURIComponent(text)}`,
    `dates=${compact(period.start)}/${compact(period.end)}`,
  ];
  return `https://calendar.google.com/calendar/render?${query.join("&")}`;
}

/** `20271111T230000Z` */
function compact(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}

/** No line is longer than 75 bytes: the rest goes on after a blank. */
function folded(line: string): string {
  return line.replace(/.{36}(?=.)/gu, "$&\r\n ");
}
