import { launch } from "#content/launch.ts";
import { zoneOffsetMs } from "#event/event-instant.ts";
import type { Database } from "#server/storage/tables.ts";
import type { CommandInput, CommandIo, CommandOutcome, Option } from "./command-line/command.ts";
import { deriveForReading } from "./settle-for-reading.ts";

export const { timeZone } = launch.event;

export const sinceOption = {
  since: { type: "string", about: `<date>, like 2026-11-01 or 2026-11-11T20:00, in ${timeZone}` },
} as const satisfies Record<string, Option>;

type Reading = CommandIo & { database: Database };
type Run = (world: Reading, request: CommandInput) => Promise<CommandOutcome>;

/** Reads the sign-ups from `--since` on, once all that came in are settled; undefined for all of them. */
export function readingSince(
  read: (world: Reading, since: number | undefined) => Promise<CommandOutcome>,
): Run {
  return async (world, { texts }) => {
    const text = texts.get("since");
    const since = text === undefined ? undefined : parseInstant(text);
    if (text !== undefined && since === undefined)
      return { kind: "misused", line: `--since is "${text}". Give ${sinceOption.since.about}.` };
    await deriveForReading(world);
    return read(world, since);
  };
}

/** What the clocks on the walls of the launch showed, as an instant; undefined for a day that no calendar has. */
function parseInstant(text: string): number | undefined {
  const [, date, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? [];
  const wallClock = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wallClock)) return undefined;
  if (!new Date(wallClock).toISOString().startsWith(`${date}T${time}`)) return undefined;
  return wallClock - zoneOffsetMs(timeZone, wallClock);
}
