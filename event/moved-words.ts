/** The date and the hour of a start, as `{date}` and `{hour}` show them. */
export type Times = { date: string; hour: string };

/**
 * The text of a page with the new date and hour in place of the planned ones. The texts were filled in when the site was
 * built, and the operator may have moved the event since.
 */
export function withMovedTimes(text: string, { planned, times }: { planned: Times; times: Times }) {
  return replaceWord(replaceWord(text, planned.date, times.date), planned.hour, times.hour);
}

/** Replaces whole words only: `20h` stays as it is in `20h30`, and `1 de novembro` in `11 de novembro`. */
function replaceWord(text: string, word: string, by: string): string {
  if (word === by) return text;
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(^|[^\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu");
  return text.replace(pattern, (_, before: string) => before + by);
}
