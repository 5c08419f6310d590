import { existsSync, readFileSync, writeFileSync } from "node:fs";

// Imports no word of content/, because the settings of Vite import it.

/** Where pictures come from and where they go. */
export type Folders = { originals: string; samples: string; made: string; record: string };

export const pictureFolders: Folders = {
  /** The owner's own pictures. Without this folder, every picture is made from its sample. */
  originals: "content/pictures",
  samples: "scripts/pictures/samples",
  made: "public/pictures",
  record: "scripts/pictures/made.json",
};

/** For each picture the name and the fingerprint of its source, so that a changed source is noticed. */
export type PictureRecord = Map<string, string>;

/**
 * Reads the list of pictures as they were made last; it is committed together with them. Of a list that Git could not
 * merge, or that a killed program has left half written, nothing counts: all pictures are made again.
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

/** Whether a picture with this beginning of its name is a drawn sample. */
export function showsSamples(beginning: string, { record }: Folders = pictureFolders): boolean {
  const made = [...readRecord(record)];
  return made.some(([name, from]) => name.startsWith(beginning) && from.startsWith("sample"));
}
