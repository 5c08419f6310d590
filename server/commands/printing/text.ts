/** Writes a time in UTC, in a form that people and spreadsheets can read: `2026-11-11T23:00:00.000Z`. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Writes a number with a comma between thousands: `1,001`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
