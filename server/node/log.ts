import { type LogFn, type Logger, pino } from "pino";
import { leadFields } from "#lead/contract.ts";
import { reasonWithoutCode } from "#server/storage/connection/errors.ts";
import { type LogLines, linesTo } from "./log-lines.ts";

const standardError = 2;

type DescribedError = {
  type: string;
  code?: string | undefined;
  reason?: string | undefined;
  frames?: string[];
};

/**
 * The log hides the values of these fields. This is a second safeguard: no code should pass these fields to the log at
 * all.
 */
const personalFields = [...leadFields, "phone", "apikey", "token", "authorization"];

/** One JSON object on each line, to standard error. Standard output is for the operator. */
export function createLog(lines: LogLines = linesTo(standardError)): Logger {
  return pino(
    {
      level: "info",
      base: null,
      redact: [...personalFields, ...personalFields.map((key) => `*.${key}`)],
      serializers: { error: describeError },
      hooks: { logMethod: limitEqualErrors(causeOf) },
    },
    lines,
  );
}

/**
 * The cause of a log line. Only lines that any visitor can trigger have one: errors, and sign-ups that could not be
 * stored in time.
 */
function causeOf({ error, reason, request }: Record<string, unknown>): string | undefined {
  if (error !== undefined) {
    const { frames = [], ...cause } = describeError(error);
    return JSON.stringify([cause, frames[0]]);
  }
  return request === undefined ? undefined : String(reason);
}

/**
 * Leaves out the message of the error: databases quote in it the value that they refuse, which a visitor wrote. For an
 * error without a code, `reason` is a sentence of our own.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  const reason = reasonWithoutCode(error);
  return { type: error.constructor.name, code, reason, frames: framesOf(error) };
}

/**
 * The lines of the stack that name a place in the code. The search begins below the message, because a message of
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

type LogArgs = Parameters<LogFn>;
type LogMethod = (this: Logger, args: LogArgs, method: LogFn, level: number) => void;

/**
 * Log lines with the same message and the same cause count as equal. The cause is undefined for a line that must always
 * be written.
 */
type CauseOf = (line: Record<string, unknown>) => string | undefined;

/** pino's number for the level of errors. Only lines of this level are limited. */
const errorLevel = 50;
const windowMs = 10_000;
const maxInWindow = 5;

/**
 * Writes the first five of equal errors in ten seconds, then one line with the number of the others. Without this limit,
 * a store that cannot be reached would fill the log with hundreds of lines a second.
 */
function limitEqualErrors(causeOf: CauseOf): LogMethod {
  const counts = new Map<string, number>();

  function endWindow(kind: string, writeOmitted: (omitted: number) => void): void {
    const omitted = (counts.get(kind) ?? 0) - maxInWindow;
    counts.delete(kind);
    if (omitted > 0) writeOmitted(omitted);
  }

  return function write(args, method, level) {
    const [line, message] = args;
    if (level !== errorLevel || !isObject(line)) return method.apply(this, args);
    const cause = causeOf(line);
    if (cause === undefined) return method.apply(this, args);
    const kind = `${message} ${cause}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    if (count < maxInWindow) method.apply(this, args);
    if (count > 0) return;
    // This line is about many errors, so it must not name the request of the first one.
    const writeOmitted = (omitted: number) =>
      method.call(this, { ...line, request: undefined, omitted }, message);
    setTimeout(endWindow, windowMs, kind, writeOmitted).unref();
  };
}

function isObject(line: unknown): line is Record<string, unknown> {
  return typeof line === "object" && line !== null;
}
