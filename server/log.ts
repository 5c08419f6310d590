import { write, writeSync } from "node:fs";
import { type LogFn, type Logger, pino } from "pino";
import { leadFields } from "#lead/contract.ts";
import { reasonWithoutCode } from "#server/store/connection/errors.ts";

/** Writes one line: its fields and its message, or the message alone. */
type WriteLine = { (fields: object, message: string): void; (message: string): void };

/** The part of the log that the rest of the server can use. */
export type Log = Record<"info" | "warn" | "error" | "fatal", WriteLine>;

const standardError = 2;
/** pino's number for the level of errors. Only lines of this level are limited. */
const errorLevel = 50;

/**
 * The log hides the values of these fields. This is a second safeguard: no code should pass these fields to the log at
 * all.
 */
const personalFields = [...leadFields, "phone", "apikey", "token", "authorization"];

/** One JSON object on each line, to standard error. Standard output is for the operator. */
export function createLog(lines: LogLines = linesTo(standardError)): Logger {
  const writeError = limitEqualErrors();
  return pino(
    {
      level: "info",
      base: null,
      redact: [...personalFields, ...personalFields.map((key) => `*.${key}`)],
      serializers: { error: describeError },
      hooks: {
        logMethod(args, method, level) {
          if (level === errorLevel) writeError(args, (...line) => method.apply(this, line));
          else method.apply(this, args);
        },
      },
    },
    lines,
  );
}

type DescribedError = {
  type: string;
  code?: string | undefined;
  reason?: string | undefined;
  frames?: string[];
};

/**
 * Describes an error without its message, because a database quotes in the message the value that it refuses, which a
 * visitor wrote. For an error without a code, `reason` is a sentence of our own.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  const reason = reasonWithoutCode(error);
  return { type: error.constructor.name, code, reason, frames: framesOf(error) };
}

/**
 * The lines of the stack that name a position in the code. The search begins after the message, because a message of
 * several lines can look like such lines.
 */
function framesOf({ message, stack = "" }: Error): string[] {
  const at = stack.indexOf(message);
  const below = at === -1 ? "" : stack.slice(at + message.length);
  return below
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line));
}

type LineParts = Parameters<LogFn>;
type Write = (...line: LineParts) => void;

const windowMs = 10_000;
const maxInWindow = 5;

/**
 * Writes the first five of equal errors in ten seconds, then one line with the number of omitted errors. Without this
 * limit, a store that cannot be reached would fill the log with hundreds of lines a second.
 */
function limitEqualErrors(): (line: LineParts, write: Write) => void {
  const counts = new Map<string, number>();

  function endWindow(kind: string, writeOmitted: (omitted: number) => void): void {
    const omitted = (counts.get(kind) ?? 0) - maxInWindow;
    counts.delete(kind);
    if (omitted > 0) writeOmitted(omitted);
  }

  return (line, write) => {
    const [fields, message] = line;
    const cause = isObject(fields) ? causeOf(fields) : undefined;
    if (!isObject(fields) || cause === undefined) return write(...line);
    const kind = `${message} ${cause}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    if (count < maxInWindow) write(...line);
    if (count > 0) return;
    // The line about omitted errors stands for many errors, so it must not name the request of the first error.
    const writeOmitted = (omitted: number) =>
      write({ ...fields, request: undefined, omitted }, message);
    setTimeout(endWindow, windowMs, kind, writeOmitted).unref();
  };
}

/**
 * The cause of a log line: two lines with the same message and the same cause count as equal. Only lines that any
 * visitor can trigger have a cause: errors, and sign-ups that could not be stored in time. Lines without a cause are
 * always written.
 */
function causeOf({ error, reason, request }: Record<string, unknown>): string | undefined {
  if (error !== undefined) {
    const { frames = [], ...cause } = describeError(error);
    return JSON.stringify([cause, frames[0]]);
  }
  return request === undefined ? undefined : String(reason);
}

function isObject(line: unknown): line is Record<string, unknown> {
  return typeof line === "object" && line !== null;
}

export type LogLines = {
  write: (line: string) => void;
  /** Writes the waiting lines before it returns. Call this when the process ends. */
  flushSync: () => void;
};

/**
 * The most text that waits to be written to the log. Further lines are dropped, because they would fill the memory
 * while the log cannot be written.
 */
const maxWaitingLength = 4 * 1024 * 1024;
const busyRetryMs = 100;
/**
 * Log lines of this many milliseconds are written together: a write in each round of the event loop would cost as much
 * as making the lines.
 */
const gatherMs = 20;
const nothing = Buffer.alloc(0);

/**
 * Writes in the background, so that no request waits for the log. Lines that cannot be written are lost, and nothing else
 * happens: with pino's own destination a full disk ends the process, or keeps it from ending.
 */
export function linesTo(file: number): LogLines {
  let waiting = "";
  let writing = nothing;
  let busy = false;

  function writeIn(ms: number): void {
    busy = true;
    setTimeout(writeNext, ms).unref();
  }

  function writeNext(): void {
    if (writing.length === 0) writing = Buffer.from(takeWaiting());
    busy = writing.length > 0;
    if (busy) write(file, writing, onWritten);
  }

  function onWritten(error: NodeJS.ErrnoException | null, written: number): void {
    if (error?.code === "EAGAIN") {
      writeIn(busyRetryMs);
      return;
    }
    writing = error ? nothing : writing.subarray(written);
    if (writing.length > 0) writeNext();
    else writeIn(gatherMs);
  }

  function takeWaiting(): string {
    const taken = waiting;
    waiting = "";
    return taken;
  }

  return {
    write(line) {
      if (waiting.length < maxWaitingLength) waiting += line;
      if (!busy) writeIn(gatherMs);
    },
    flushSync: () => tryWriting(file, takeWaiting()),
  };
}

function tryWriting(file: number, text: string): void {
  try {
    if (text !== "") writeSync(file, text);
  } catch {
    // The process is ending, so this error can no longer be logged.
  }
}
