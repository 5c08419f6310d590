import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The open write-ahead log of a store. */
export type StoreLog = {
  /** It no longer holds what was written to it: it was cut short, or another log was written over it. */
  isSpoilt: () => boolean;
  /** Only once the connection is closed: SQLite's locks end with any descriptor of the file. */
  close: () => void;
};

/** https://www.sqlite.org/walformat.html: the index of the log, in the machine's own order of bytes, and the log itself. */
const index = { bytes: 48, pageSizeAt: 14, framesAt: 16, saltsAt: 32 };
const log = { headerBytes: 32, saltsAt: 16, frameHeaderBytes: 24 };
const saltBytes = 8;

/** SQLite trusts its index, and goes on behind the hole that `truncate` leaves: at the next start all that is lost. */
export function openLog(file: string): StoreLog {
  const wal = openSync(`${file}-wal`, "r");
  const shm = openSync(`${file}-shm`, "r");
  return {
    isSpoilt() {
      const said = read(shm, index.bytes);
      // Another process that begins the log anew writes that into the index first.
      return !isAsSaid(wal, said) && read(shm, index.bytes).equals(said);
    },
    close() {
      closeSync(wal);
      closeSync(shm);
    },
  };
}

function isAsSaid(wal: number, said: Buffer): boolean {
  const [frames = 0] = new Uint32Array(said.buffer, index.framesAt, 1);
  if (frames === 0) return true;
  const [pageSize = 0] = new Uint16Array(said.buffer, index.pageSizeAt, 1);
  const salts = read(wal, log.headerBytes).subarray(log.saltsAt, log.saltsAt + saltBytes);
  return (
    salts.equals(said.subarray(index.saltsAt, index.saltsAt + saltBytes)) &&
    fstatSync(wal).size >= log.headerBytes + frames * (log.frameHeaderBytes + pageSize)
  );
}

/** In memory of its own: numbers are read out of it where they stand. */
function read(fd: number, bytes: number): Buffer {
  const found = Buffer.from(new ArrayBuffer(bytes));
  readSync(fd, found, 0, bytes, 0);
  return found;
}
