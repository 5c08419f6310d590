import { closeSync, openSync, readSync } from "node:fs";

/** The layout of a SQLite file's header: https://www.sqlite.org/fileformat.html#the_database_header */
const headerBytes = 28;
const writeVersionAt = 18;
const walVersion = 2;
const changesAt = 24;

export type Header = { isInWal: boolean; changes: number };

export function readHeader(fd: number): Header {
  const header = Buffer.alloc(headerBytes);
  readSync(fd, header, 0, headerBytes, 0);
  return {
    isInWal: header[writeVersionAt] === walVersion,
    changes: header.readUInt32BE(changesAt),
  };
}

/**
 * Do not read the header of a file that SQLite has open in this process: closing the file here would end SQLite's
 * locks.
 */
export function readHeaderOf(file: string): Header {
  const fd = openSync(file, "r");
  try {
    return readHeader(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * False if another file was copied over the store: a backup is never in WAL mode, and the header of an older copy
 * counts fewer changes.
 */
export function isLater(now: Header, before: Header): boolean {
  return now.isInWal && now.changes >= before.changes;
}
