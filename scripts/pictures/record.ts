import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Of each picture, the kind and the fingerprint of what it was made from, and the fingerprint of its files. */
export type Entry = { kind: string; source: string; files: string };
export type PictureRecord = Map<string, Entry>;

/** Reads the list of pictures as they were made last; it is committed together with them. */
export function readRecord(file: string): PictureRecord {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8"))));
}

export function writeRecord(file: string, record: PictureRecord): void {
  const sorted = [...record].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** The fingerprint of files and texts; undefined if a file is missing. */
export function fingerprint(files: readonly string[], ...texts: string[]): string | undefined {
  if (!files.every((file) => existsSync(file))) return undefined;
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("base64url");
}
