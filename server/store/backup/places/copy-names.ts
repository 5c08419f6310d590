import { randomBytes } from "node:crypto";
import { dayMs } from "#event/time-zone.ts";

const form = /^black-ahsd-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-[\da-f]{8})?\.sqlite$/;
const partForm = /^(black-ahsd-[\w-]+\.sqlite)\.part-\w{6}$/;
/** A file that is not finished after this time was left by a process that ended. */
const maxPartMs = dayMs;
const randomBytesInName = 4;

/**
 * A new name for a copy of this time, without a colon, which some disks and programs refuse. All processes copy at the
 * same seconds, so a random part keeps two of them from writing one file.
 */
export function copyName(at: number): string {
  const [time = ""] = new Date(at).toISOString().split(".");
  const part = randomBytes(randomBytesInName).toString("hex");
  return `black-ahsd-${time.replaceAll(":", "-")}Z-${part}.sqlite`;
}

/** When the copy with this name was made; undefined for all files that are no copy of ours. */
export function copyTime(name: string): number | undefined {
  const [, day, hour, minute, second] = form.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** Whether this is an unfinished copy of an interrupted process: it holds personal data, and nothing else removes it. */
export function isLeftPart(name: string, now: number): boolean {
  const at = copyTime(partForm.exec(name)?.[1] ?? "");
  return at !== undefined && now - at > maxPartMs;
}

export type Keeping = { everyMs: number; keep: number };

/**
 * Returns the copies to remove after a copy was made at `now`. Of each interval only the newest copy stays, so that a
 * process that starts again and again, or a second process, does not cause older copies to be removed. Of the same second
 * the name decides, so that two processes never remove both. A copy dated far ahead, by a wrong clock, goes first:
 * otherwise it would stay for good.
 */
export function findSurplus(
  names: readonly string[],
  now: number,
  { everyMs, keep }: Keeping,
): string[] {
  const copies = names.flatMap((name) => {
    const at = copyTime(name);
    // A wrong clock has named a copy whose time is far ahead. It counts as the oldest: otherwise it would stay for ever.
    return at === undefined ? [] : [{ name, at, age: at > now + everyMs ? Infinity : now - at }];
  });
  const slots = new Set<number>();
  return copies
    .toSorted((one, other) => one.age - other.age || other.at - one.at || inOrder(one, other))
    .filter(({ at }) => {
      const slot = Math.floor(at / everyMs);
      if (slots.has(slot) || slots.size === keep) return true;
      slots.add(slot);
      return false;
    })
    .map(({ name }) => name);
}

function inOrder(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}
