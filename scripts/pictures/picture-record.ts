import { existsSync, readFileSync, writeFileSync } from "node:fs";

// This file imports nothing from content/, because the settings of Vite import this file.

/** The folders of the picture sources and of the made pictures, and the file of the record. */
export type Folders = { originals: string; samples: string; made: string; record: string };

export const pictureFolders: Folders = {
  /** The owner's own pictures. If this folder does not exist, every picture is made from a sample. */
  originals: "content/pictures",
  samples: "scripts/pictures/samples",
  made: "public/pictures",
  record: "scripts/pictures/made.json",
};

/** The name of each picture and the fingerprint of its source, so that a changed source is noticed. */
export type PictureRecord = Map<string, string>;

/**
 * Reads the record of the last made pictures, which is committed with them. If Git could not merge the record, or a
 * killed program wrote only half of it, the record counts as empty: all pictures are made again.
 */
export function readRecord(file: string): PictureRecord {
  if (!existsSync(file)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8"))));
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
}

export function writeRecord(file: string, record: PictureRecord): void {
  const sorted = [...record].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Whether some picture whose name begins with `beginning` is made from a drawn sample. */
export function showsSamples(beginning: string, { record }: Folders = pictureFolders): boolean {
  const made = [...readRecord(record)];
  return made.some(([name, from]) => name.startsWith(beginning) && from.startsWith("sample"));
}
