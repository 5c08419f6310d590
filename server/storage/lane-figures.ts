import { readLane } from "./lane.ts";
import { countParked } from "./parked.ts";
import type { Database } from "./tables.ts";

/** What a launch is watched by, besides how many wait. */
export type LaneFigures = { closed: boolean; paused: boolean; parked: number };

export async function findLaneFigures(database: Database): Promise<LaneFigures> {
  const [lane, parked] = await Promise.all([readLane(database), countParked(database)]);
  return { closed: lane.closed !== undefined, paused: lane.pausedAt !== undefined, parked };
}
