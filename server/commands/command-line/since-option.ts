import { launch } from "#content/launch.ts";
import { zoneOffsetMs } from "#event/event-instant.ts";
import { deriveForReading } from "#server/commands/derive-for-reading.ts";
import type { CommandInput, CommandOutcome, Option, WithDatabase } from "./command.ts";

export const { timeZone } = launch.event;

export const sinceOption = {
  since: {
    type: "string",
    about: `a date like 2026-11-01 or 2026-11-11T20:00, in the time zone ${timeZone}`,
  },
} as const satisfies Record<string, Option>;

/**
 * Makes a command that first derives leads from the newest sign-ups, and then reads the sign-ups since the time that
 * `--since` gives. Without `--since` this time is undefined, and the command reads all sign-ups.
 */
export function readingSince(
  read: (io: WithDatabase, since: number | undefined) => Promise<CommandOutcome>,
): (io: WithDatabase, input: CommandInput) => Promise<CommandOutcome> {
  return async (io, { values }) => {
    const text = values.get("since");
    const since = text === undefined ? undefined : parseDate(text);
    if (text !== undefined && since === undefined)
      return { kind: "misused", line: `--since is "${text}". Write ${sinceOption.since.about}.` };
    await deriveForReading(io);
    return read(io, since);
  };
}

/** Reads a date in the launch's time zone as milliseconds since 1970; undefined for a day that does not exist. */
function parseDate(text: string): number | undefined {
  const [, date, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? [];
  const wallClock = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wallClock)) return undefined;
  if (!new Date(wallClock).toISOString().startsWith(`${date}T${time}`)) return undefined;
  return wallClock - zoneOffsetMs(timeZone, wallClock);
}
