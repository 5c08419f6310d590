import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "#event/time-zone.ts";

/** Where copies are kept: a folder, or a bucket of a service with the interface of S3. */
export type CopyPlace = {
  /** How messages, the panel and the store name this place; without any secret. */
  name: string;
  /** All names in the place. Fails if the place cannot be reached: call it before a copy is made. */
  list(stopped: AbortSignal): Promise<string[]>;
  /** Makes a copy under this name. `make` writes it into a file; the copy has its name only after a check. */
  add(name: string, make: (file: string) => Promise<void>, stopped: AbortSignal): Promise<void>;
  /** Removes a copy. A copy that is not there is no failure: another process may have removed it. */
  remove(name: string, stopped: AbortSignal): Promise<void>;
  /** Calls `use` with a file that holds this copy, and removes the file afterwards if it was made for that. */
  read<T>(name: string, use: (file: string) => Promise<T>, stopped: AbortSignal): Promise<T>;
};

/** Keeps copies in a folder, which exists: a folder that is missing may be a disk that is not mounted. */
export function folderPlace(folder: string, clock: () => number): CopyPlace {
  return {
    name: folder,
    // A folder is no copy of ours, whatever its name: it cannot be restored, and removing it would take what it holds.
    list: async () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => entry.name),
    async add(name, make) {
      removeLeftParts(folder, clock());
      await make(join(folder, name));
    },
    remove: async (name) => rmSync(join(folder, name), { force: true }),
    read: (name, use) => use(join(folder, name)),
  };
}

const form = /^black-ahsd-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-[\da-f]{8}\.sqlite$/;
const partForm = /^(black-ahsd-[\w-]+\.sqlite)\.part-\w{6}$/;

/** Removes copies that an ended process has not finished within a day: they hold personal data, and nothing else removes them. */
export function removeLeftParts(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const at = copyTime(partForm.exec(name)?.[1] ?? "") ?? now;
    if (now - at > dayMs) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * A new name for a copy of this time, without a colon, which some disks and programs refuse. All processes copy at the
 * same seconds, so a random part keeps two of them from writing one file.
 */
export function copyName(at: number): string {
  const [time = ""] = new Date(at).toISOString().split(".");
  return `black-ahsd-${time.replaceAll(":", "-")}Z-${randomBytes(4).toString("hex")}.sqlite`;
}

/** When the copy with this name was made; undefined for all files that are no copy of ours. */
export function copyTime(name: string): number | undefined {
  const [, day, hour, minute, second] = form.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Our copies among these names, the newest first. A copy that a wrong clock has dated more than a day ahead comes last:
 * it may be the oldest one, and would otherwise stay for ever.
 */
export function newestFirst(names: readonly string[], now: number): string[] {
  const copies = names.filter((name) => copyTime(name) !== undefined).toSorted();
  const isAhead = (name: string) => (copyTime(name) ?? now) > now + dayMs;
  return [...copies.filter(isAhead), ...copies.filter((name) => !isAhead(name))].toReversed();
}

export type Keeping = { everyMs: number; keep: number };

/**
 * Returns the copies to remove after a copy was made at `now`. Of each interval only the newest copy stays, so that a
 * process that starts again and again, or a second process, does not cause older copies to be removed. Of the same second
 * the name decides, so that two processes never remove both.
 */
export function findSurplus(
  names: readonly string[],
  now: number,
  { everyMs, keep }: Keeping,
): string[] {
  const intervals = new Set<number>();
  return newestFirst(names, now).filter((name) => {
    const interval = Math.floor((copyTime(name) ?? now) / everyMs);
    if (intervals.has(interval) || intervals.size === keep) return true;
    intervals.add(interval);
    return false;
  });
}
