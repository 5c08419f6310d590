import { launch } from "#content/launch.ts";
import { zoneOffsetMs } from "#event/event-instant.ts";
import type { Option, Request } from "./command.ts";

export const { timeZone } = launch.event;

export const sinceOption = {
  since: { type: "string", about: `<date>, like 2026-11-01 or 2026-11-11T20:00, in ${timeZone}` },
} as const satisfies Record<string, Option>;

export type Since = { kind: "since"; time: number | undefined } | { kind: "misused"; line: string };

export function readSince({ texts }: Request): Since {
  const text = texts.get("since");
  if (text === undefined) return { kind: "since", time: undefined };
  const time = instant(text);
  return time === undefined
    ? { kind: "misused", line: `--since is "${text}". Give ${sinceOption.since.about}.` }
    : { kind: "since", time };
}

/** What the clocks on the walls of the launch showed, as an instant; undefined for a day that no calendar has. */
function instant(text: string): number | undefined {
  const [, date, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? [];
  const wallClock = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wallClock)) return undefined;
  if (!new Date(wallClock).toISOString().startsWith(`${date}T${time}`)) return undefined;
  return wallClock - zoneOffsetMs(timeZone, wallClock);
}
