import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { dayMs } from "#event/time-zone.ts";
import { backup as backupPhrases } from "#phrases/commands/backup.ts";
import { restore as phrases } from "#phrases/commands/restore.ts";
import {
  type CommandOutcome,
  failed,
  type WithStore,
} from "#server/commands/command-line/command.ts";
import { copyTime } from "#server/store/backup/places/copy-names.ts";
import { openPlace } from "#server/store/backup/places/open-place.ts";

type Use = (file: string) => Promise<CommandOutcome>;

/**
 * Finds the copy that the operator has named, and fetches it if it is in a bucket: a file, a copy in a bucket, or the
 * newest one in a folder or bucket.
 */
export async function withCopy(io: WithStore, text: string, use: Use): Promise<CommandOutcome> {
  const isFolder = existsSync(text) && statSync(text).isDirectory();
  if (!isFolder && !text.startsWith("s3+")) return use(resolve(text));
  const named = copyTime(basename(text)) === undefined ? undefined : basename(text);
  const address = named === undefined ? text : text.slice(0, -named.length);
  const { store, clock, config } = io;
  const opened = openPlace(address, { store, clock, keys: config.bucketKeys });
  if (opened.kind === "unfit") return failed(backupPhrases.places[opened.why]);
  const { place } = opened;
  const stopped = io.stopSignal();
  const name = named ?? newest(await place.list(stopped), clock());
  if (name === undefined) return failed(phrases.noCopy(place.name));
  await io.write(`${phrases.fetched(name, place.name)}\n`);
  return place.read(name, use, stopped);
}

/** A copy from far ahead was made under a wrong clock, so that any other one may be newer. */
function newest(names: readonly string[], now: number): string | undefined {
  const copies = names.filter((name) => copyTime(name) !== undefined).toSorted();
  const fromPast = copies.filter((name) => (copyTime(name) ?? 0) <= now + dayMs);
  return fromPast.at(-1) ?? copies.at(-1);
}
