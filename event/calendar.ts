/** The path of the calendar file on the site. */
export const calendarFilePath = "/black-ahsd.ics";

export type CalendarEntry = {
  period: { start: number; end: number };
  title: string;
  text: string;
  url: string;
};

/** A file in the format of RFC 5545. Its times are in UTC: each calendar shows them in its own time zone. */
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
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(text)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(foldLine)
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
function compact(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}

/**
 * Breaks a long line, because RFC 5545 allows 75 bytes a line: the rest follows on the next line, which begins with a
 * space.
 */
function foldLine(line: string): string {
  return line.replace(/.{36}(?=.)/gu, "$&\r\n ");
}
