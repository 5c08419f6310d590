import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import type { Place } from "#server/store/groups/group-places.ts";
import { type Group, isNearlyFull, listGroups, nearlyFull } from "#server/store/groups/groups.ts";
import type { Database } from "#server/store/tables.ts";

/** Tells the operator once when the last open group is nearly full, and once when no group is open. */
export function createGroupWatch({ database, log }: { database: Database; log: Log }) {
  let told: ReturnType<typeof alarmFor>;
  let isLooking = false;

  /** A failure here must not take the group from a visitor whose place is counted. */
  return async (place: Place): Promise<void> => {
    if (isLooking || (told === undefined && !mayBeShort(place))) return;
    isLooking = true;
    try {
      const alarm = alarmFor(await listGroups(database));
      if (alarm && alarm !== told) log.error({ alarm: alarm.alarm }, alarm.message);
      told = alarm;
    } catch (error) {
      log.error({ error }, logLines.groupsNotRead);
    } finally {
      isLooking = false;
    }
  };
}

/** Whether places may have become few. A person who found the only group full sees "all full" while it is open. */
function mayBeShort(place: Place): boolean {
  if (place.kind === "group") return place.number >= place.stopAt * nearlyFull;
  return place.kind === "all-full";
}

function alarmFor(groups: readonly Group[]) {
  if (!isNearlyFull(groups)) return undefined;
  return groups.some(({ state }) => state === "open") ? alarms.groupsNearlyFull : alarms.groupsFull;
}
