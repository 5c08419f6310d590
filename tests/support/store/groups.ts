import { addGroup, inOneCommit, listGroups, takePlace } from "#server/groups/groups.ts";
import type { Database } from "#server/store/schema.ts";

const now = Date.parse("2026-11-11T22:00:00Z");

/** Returns the name of the group to which a press leads, like "g1", or why there is none. Without a person no place is taken. */
export async function press(database: Database, person?: string): Promise<string> {
  const place = await inOneCommit(database, (writing) => takePlace(writing, { person }));
  return place.kind === "group" ? `g${place.link.slice(-1)}` : place.kind;
}

export function addTestGroup(database: Database, number: number, stopAt: number): Promise<number> {
  return addGroup(database, { link: linkOf(number), stopAt, now });
}

export function linkOf(number: number): string {
  return `https://chat.whatsapp.com/group${number}`;
}

/** How many places are taken in each group. */
export async function placesTaken(database: Database): Promise<number[]> {
  return (await listGroups(database)).map((group) => group.taken);
}

/** How many presses without a pass each group has counted. */
export async function pressesCounted(database: Database): Promise<number[]> {
  return (await listGroups(database)).map((group) => group.presses);
}

/** How many presses led to each group; the keys are the names or the links of the groups. */
export function timesFound(found: readonly string[]): Record<string, number> {
  const times = new Map<string, number>();
  for (const one of found) times.set(one, (times.get(one) ?? 0) + 1);
  return Object.fromEntries(times);
}
