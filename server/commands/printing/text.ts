/** A time in UTC, as people and spreadsheets read it: `2026-11-11T23:00:00.000Z`. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A number with commas: `1,001`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
