import { write, writeSync } from "node:fs";

export type LogLines = {
  write: (line: string) => void;
  /** What still waits, for the end of the process. */
  flushSync: () => void;
};

/** Lines that nobody takes are dropped in the end, rather than fill the memory. */
const mostWaiting = 4 * 1024 * 1024;
const busyRetryMs = 100;
/** Under load one write for all lines of so long, where one for each turn would cost as much as the lines. */
const gatherMs = 20;
const nothing = Buffer.alloc(0);

/**
 * Writes beside the work, all lines of a moment at once, so that nobody waits for the log. Lines that cannot be
 * written are lost and nothing else is: pino's own destination ends the process over a full disk, or never lets it end.
 */
export function linesTo(file: number): LogLines {
  let waiting = "";
  let leaving = nothing;
  let busy = false;

  function leaveIn(ms: number): void {
    busy = true;
    setTimeout(leave, ms).unref();
  }

  function leave(): void {
    if (leaving.length === 0) leaving = Buffer.from(take());
    busy = leaving.length > 0;
    if (busy) write(file, leaving, left);
  }

  function left(error: NodeJS.ErrnoException | null, written: number): void {
    if (error?.code === "EAGAIN") {
      leaveIn(busyRetryMs);
      return;
    }
    leaving = error ? nothing : leaving.subarray(written);
    if (leaving.length > 0) leave();
    else leaveIn(gatherMs);
  }

  function take(): string {
    const taken = waiting;
    waiting = "";
    return taken;
  }

  return {
    write(line) {
      if (waiting.length < mostWaiting) waiting += line;
      if (!busy) leaveIn(gatherMs);
    },
    flushSync: () => tryWriting(file, take()),
  };
}

function tryWriting(file: number, text: string): void {
  try {
    if (text !== "") writeSync(file, text);
  } catch {
    // Nobody is left to tell.
  }
}
