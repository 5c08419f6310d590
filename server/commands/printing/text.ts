/** A moment as people and spreadsheets read it, in UTC. */
export function instant(time: number): string {
  return new Date(time).toISOString();
}
