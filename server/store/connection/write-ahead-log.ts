import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { outages } from "#phrases/store-outages.ts";
import { staleStore } from "./errors.ts";
import { readHeaderOf } from "./sqlite-header.ts";
import { isOpenElsewhere } from "./sqlite-holder.ts";

/** The open write-ahead log of a store. */
export type StoreLog = {
  /** True if the write-ahead log lost what was written to it: it was cut short, or another one was written over it. */
  isDamaged: () => boolean;
  /** Call this only after the connection is closed: closing any descriptor of a file ends SQLite's locks on it. */
  close: () => void;
};

/**
 * The layouts of the write-ahead log and of its index, which uses the machine's byte order:
 * https://www.sqlite.org/walformat.html
 */
const index = { bytes: 48, pageSizeAt: 14, framesAt: 16, saltsAt: 32 };
const log = { headerBytes: 32, saltsAt: 16, frameHeaderBytes: 24 };
const saltBytes = 8;

/**
 * Opens the write-ahead log to find damage that SQLite ignores. If the log was cut short, SQLite trusts the log's index
 * and writes on after the cut, and the next start loses all that follows the cut.
 */
export function openLog(file: string): StoreLog {
  const wal = openSync(`${file}-wal`, "r");
  const shm = openSync(`${file}-shm`, "r");
  return {
    isDamaged() {
      const before = read(shm, index.bytes);
      // The log is damaged if it differs from its index and the index is the same at a second reading. If the index has
      // changed, another process is only starting a new log: it changes the index first.
      return !matchesIndex(wal, before) && read(shm, index.bytes).equals(before);
    },
    close() {
      closeSync(wal);
      closeSync(shm);
    },
  };
}

function matchesIndex(wal: number, indexBytes: Buffer): boolean {
  const [frames = 0] = new Uint32Array(indexBytes.buffer, index.framesAt, 1);
  if (frames === 0) return true;
  const [pageSize = 0] = new Uint16Array(indexBytes.buffer, index.pageSizeAt, 1);
  const salts = read(wal, log.headerBytes).subarray(log.saltsAt, log.saltsAt + saltBytes);
  return (
    salts.equals(indexBytes.subarray(index.saltsAt, index.saltsAt + saltBytes)) &&
    fstatSync(wal).size >= log.headerBytes + frames * (log.frameHeaderBytes + pageSize)
  );
}

/**
 * Reads into a buffer that shares its memory with no other buffer, because typed arrays find numbers by their offset in
 * that memory.
 */
function read(fd: number, bytes: number): Buffer {
  const found = Buffer.from(new ArrayBuffer(bytes));
  readSync(fd, found, 0, bytes, 0);
  return found;
}

const logAppearsWithinMs = 5_000;
const lookAgainMs = 20;

/**
 * Waits while the write-ahead log is missing and another process has the store open: that process will notice the
 * removal and end. If this process created a second log now, one of the two logs would be lost.
 */
export async function waitForLog(file: string): Promise<void> {
  const giveUpAt = performance.now() + logAppearsWithinMs;
  while (isLogMissing(file) && isOpenElsewhere(file)) {
    if (performance.now() > giveUpAt) throw staleStore(outages.logRemovedElsewhere(file));
    await sleep(lookAgainMs);
  }
}

function isLogMissing(file: string): boolean {
  return hasContent(file) && !(existsSync(`${file}-wal`) && existsSync(`${file}-shm`));
}

/**
 * True if the file was moved away or emptied and only its write-ahead log is left. If SQLite opened it, it would create
 * an empty store and delete the log.
 */
export function isLogAlone(file: string): boolean {
  return hasContent(`${file}-wal`) && !hasContent(file);
}

/**
 * Throws when the write-ahead log does not belong to the store's file, for example after a backup was copied over the
 * file: SQLite would mix the log into that file.
 */
export function refuseForeignLog(file: string): void {
  if (isLogAlone(file)) throw staleStore(outages.logAlone(file));
  if (!hasContent(`${file}-wal`) || readHeaderOf(file).isInWal) return;
  throw staleStore(outages.foreignLog(file));
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
