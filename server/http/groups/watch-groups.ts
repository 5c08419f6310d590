import type { Logger } from "pino";
import { alarms } from "#phrases/alarms.ts";
import type { Place } from "#server/storage/groups/group-places.ts";
import { isNearlyFull, listGroups, nearlyFull } from "#server/storage/groups/groups.ts";
import type { Database } from "#server/storage/tables.ts";

/** Tells the operator once when the last open group is nearly full, and once when all groups are full. */
export function createGroupWatch({ database, log }: { database: Database; log: Logger }) {
  let told: number | "all-full" | undefined;
  let isLooking = false;

  return async (place: Place): Promise<void> => {
    if (place.kind === "no-groups") return;
    if (place.kind === "all-full") {
      if (told !== "all-full") warn(log, alarms.groupsFull);
      told = "all-full";
      return;
    }
    const { id, number, stopAt } = place;
    if (told === "all-full") told = undefined;
    if (told === id || number < stopAt * nearlyFull || isLooking) return;
    isLooking = true;
    const groups = await listGroups(database).finally(() => {
      isLooking = false;
    });
    if (!isNearlyFull(groups)) return;
    told = id;
    warn(log, alarms.groupsNearlyFull);
  };
}

function warn(log: Logger, { alarm, message }: { alarm: string; message: string }): void {
  log.error({ alarm }, message);
}
