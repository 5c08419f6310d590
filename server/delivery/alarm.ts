import { alarms, alarmsOver } from "#phrases/alarms.ts";
import type { Log } from "#server/log.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { alarmAfterMs, findUndelivered, waitedMs } from "#server/store/deliveries/undelivered.ts";
import type { Database } from "#server/store/tables.ts";

const checkEveryMs = 60_000;
const minuteMs = 60_000;

/**
 * Writes an error to the log once a minute while leads wait for too long or the circuit is tripped, and one line when
 * neither is the case any more. Counts the minutes by a clock that only goes forward.
 */
export function createAlarm(
  database: Database,
  log: Log,
  steadyClock: () => number,
): (now: number) => Promise<void> {
  let nextCheckAt = -Infinity;
  let alarmed = false;
  return async (now) => {
    if (steadyClock() < nextCheckAt) return;
    nextCheckAt = steadyClock() + checkEveryMs;
    const { tripped, pausedAt } = await readCircuit(database);
    const { count, oldestAt } = await findUndelivered(database);
    const waitMs = waitedMs(oldestAt, now);
    const wasAlarmed = alarmed;
    alarmed = tripped !== undefined || waitMs > alarmAfterMs;
    if (!alarmed) {
      const { alarmOver, message } = alarmsOver.leadsWait;
      if (wasAlarmed) log.info({ alarmOver }, message);
      return;
    }
    const { alarm, message } = alarms.leadsWait;
    const details = {
      waiting: count,
      oldestMinutes: Math.floor(waitMs / minuteMs),
      tripped: tripped?.reason,
      paused: pausedAt !== undefined,
    };
    log.error({ alarm, ...details }, message);
  };
}
