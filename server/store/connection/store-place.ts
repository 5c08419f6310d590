import { closeSync, existsSync, openSync, renameSync, type Stats, statSync } from "node:fs";
import { outages } from "#phrases/store-outages.ts";
import { staleStore } from "./errors.ts";
import { type Header, isLater, readHeader } from "./sqlite-header.ts";
import { hasContent, openLog, type StoreLog } from "./write-ahead-log.ts";

/** The connection to the open store: only what the checks of its files need. */
export type OpenStore = {
  file: string;
  /** Writes the whole write-ahead log into the file. Returns false if another process prevented it. */
  emptyLog: () => boolean;
  /** The number of the newest submission, as this connection sees it and as a new connection sees it. */
  newest: { inThis: () => number; inNew: () => number };
};

export type WatchOptions = {
  /**
   * Called when the write-ahead log was removed and its content is saved in the file. The process must then end, and
   * the next one starts clean.
   */
  onLogRemoved: () => void;
  /** Milliseconds of a clock that only goes forward, also when the machine's clock is set. */
  monotonicMs: () => number;
};

export type Watch = {
  /** Throws when a submission that is written now would be lost. */
  check: () => void;
  /** Closes the connection, unless that would mix its write-ahead log into the file of another store. */
  close: (connection: { close: () => void }) => void;
};

type Files = { main: Stats; wal: Stats; shm: Stats };
type State = {
  opened: Files;
  fd: number;
  log: StoreLog;
  header: Header;
  checkAfreshAt: number;
  broken?: Error;
  isOverwritten?: true;
};

export const checkAfreshEveryMs = 10_000;

/**
 * SQLite reports no error when its files are removed or written over while they are open, and what it writes to such
 * files is lost at the next start. The files are therefore checked before each use, which takes some microseconds.
 */
export function watchPlace(store: OpenStore, options: WatchOptions): Watch {
  const fd = openSync(store.file, "r");
  const checkAfreshAt = options.monotonicMs() + checkAfreshEveryMs;
  const log = openLog(store.file);
  const state: State = {
    opened: filesOf(store.file),
    fd,
    log,
    header: readHeader(fd),
    checkAfreshAt,
  };
  return {
    check() {
      if (state.broken) throw state.broken;
      checkMain(store, state);
      checkLog(store, state, options);
      checkAfresh(store, state, options);
    },
    close(connection) {
      const isDamaged = !isLater(readHeader(fd), state.header) || log.isDamaged();
      if (state.isOverwritten || isDamaged) return;
      connection.close();
      // Close this descriptor last: closing any descriptor of the file ends SQLite's locks on it.
      closeSync(fd);
      log.close();
    },
  };
}

function filesOf(file: string): Files {
  return { main: statSync(file), wal: statSync(`${file}-wal`), shm: statSync(`${file}-shm`) };
}

function checkMain({ file }: OpenStore, state: State): void {
  if (!isAt(file, state.opened.main)) throw staleStore(outages.anotherFile(file));
  const header = readHeader(state.fd);
  if (!isLater(header, state.header)) throw giveUpOverwritten(state, file);
  state.header = header;
}

function isAt(path: string, opened: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}

/** Saves a write-ahead log that was removed, by writing it into the store's file: we still have the log open. */
function checkLog({ file, emptyLog }: OpenStore, state: State, { onLogRemoved }: WatchOptions) {
  const { wal, shm } = state.opened;
  if (state.log.isDamaged()) throw giveUpDamagedLog(state, file);
  if (isAt(`${file}-wal`, wal) && isAt(`${file}-shm`, shm)) return;
  if (!emptyLog()) throw staleStore(outages.logRemoved(file));
  setAsideStrayLog(file, wal);
  const error = staleStore(outages.logSaved(file));
  state.broken = error;
  onLogRemoved();
  throw error;
}

/**
 * Renames the write-ahead log that another program created after ours was removed: it would damage the store's file.
 */
function setAsideStrayLog(file: string, ours: Stats): void {
  if (isAt(`${file}-wal`, ours) || !hasContent(`${file}-wal`)) return;
  for (const part of ["-wal", "-shm"])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}.stray${part}`);
}

/** Every ten seconds a new connection must find the newest submission: a file that was written over may lack it. */
function checkAfresh({ file, newest }: OpenStore, state: State, { monotonicMs }: WatchOptions) {
  if (monotonicMs() < state.checkAfreshAt) return;
  const newestHere = newest.inThis();
  if (newest.inNew() < newestHere) throw giveUpOverwritten(state, file);
  // The next check is put off only after this check has succeeded: while the store's file cannot be read, every sign-up
  // must be refused.
  state.checkAfreshAt = monotonicMs() + checkAfreshEveryMs;
}

function giveUpOverwritten(state: State, file: string): Error {
  return giveUp(state, outages.overwritten(file));
}

function giveUpDamagedLog(state: State, file: string): Error {
  return giveUp(state, outages.logDamaged(file));
}

/**
 * Refuses every use of the store from now on. The write-ahead log is never written into the file any more, not even
 * when the connection is closed, because it would damage the file.
 */
function giveUp(state: State, message: string): Error {
  state.isOverwritten = true;
  state.broken = staleStore(message);
  return state.broken;
}
