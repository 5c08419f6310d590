/** A line of RFC 5545 has at most 75 bytes in UTF-8, without its end. */
const maxLineBytes = 75;

/** The lines as RFC 5545 wants them: folded if they are long, and each ended by CR and LF. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** The lines of an alarm that shows the text; `trigger` is a duration of RFC 5545, such as `-PT1H`. */
export function alarm(trigger: string, text: string): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `TRIGGER:${trigger}`,
    `DESCRIPTION:${escapeText(text)}`,
    "END:VALARM",
  ];
}

/** `20271111T230000Z` */
export function utcTime(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** A value of the type TEXT. It must not have control characters: a line break is written as `\n`, others are left out. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "");
}

/** Breaks a long line between two characters; the rest follows on the next line, which begins with a space. */
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
