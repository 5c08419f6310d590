import { existsSync } from "node:fs";
import { join } from "node:path";
import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import { backup as phrases } from "#phrases/commands/backup.ts";
import {
  type CommandInput,
  type CommandOutcome,
  failed,
  misused,
  type WithStore,
} from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { publishedRoom } from "#server/commands/private-file.ts";
import type { Keeping } from "#server/store/backup/places/copy-names.ts";
import { openPlace } from "#server/store/backup/places/open-place.ts";
import type { CopyPlace } from "#server/store/backup/places/place.ts";

/** Where copies are kept, how often one is made, and how many stay. */
export type Plan = Keeping & { kind: "plan"; place: CopyPlace };

const units = { m: minuteMs, h: hourMs, d: dayMs } as const;
const maxEveryMs = 7 * dayMs;
const maxKeep = 10_000;
const defaults = { every: "1h", keep: "48" };

export function readPlan(
  { values }: CommandInput,
  { store, clock, config }: WithStore,
): Plan | CommandOutcome {
  const every = values.get("every") ?? defaults.every;
  const everyMs = readInterval(every);
  if (everyMs === undefined) return misused(phrases.every(escapeForTerminal(every)));
  const keep = values.get("keep") ?? defaults.keep;
  if (!/^[1-9]\d{0,4}$/.test(keep) || Number(keep) > maxKeep)
    return misused(phrases.keep(escapeForTerminal(keep), maxKeep));
  const opened = openPlace(values.get("to") ?? "", { store, clock, keys: config.bucketKeys });
  if (opened.kind === "unfit") return failed(phrases.places[opened.why]);
  const { place, isFolder } = opened;
  const room =
    isFolder && existsSync(place.name) ? publishedRoom(join(place.name, "-")) : undefined;
  if (room !== undefined) return failed(phrases.published(room));
  return { kind: "plan", place, everyMs, keep: Number(keep) };
}

function readInterval(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (unit !== "m" && unit !== "h" && unit !== "d") return undefined;
  const ms = Number(count) * units[unit];
  return ms >= minuteMs && ms <= maxEveryMs ? ms : undefined;
}

/** Writes an interval in its largest whole unit: `48 horas`, and `3 dias` for 72 hours. */
export function describeInterval(ms: number): string {
  const { days, hours, minutes } = phrases.units;
  if (ms % dayMs === 0 && ms > 2 * dayMs) return days(ms / dayMs);
  return ms % hourMs === 0 ? hours(ms / hourMs) : minutes(ms / minuteMs);
}
