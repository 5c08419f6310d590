import type { LogFn } from "pino";
import { describeError } from "#server/log.ts";

type LineParts = Parameters<LogFn>;
type Write = (...line: LineParts) => void;

const windowMs = 10_000;
const maxInWindow = 5;

/**
 * Writes the first five of equal errors in ten seconds, then one line with the number of the others. Without this limit,
 * a store that cannot be reached would fill the log with hundreds of lines a second.
 */
export function limitEqualErrors(): (line: LineParts, write: Write) => void {
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
    // This line is about many errors, so it must not name the request of the first one.
    const writeOmitted = (omitted: number) =>
      write({ ...fields, request: undefined, omitted }, message);
    setTimeout(endWindow, windowMs, kind, writeOmitted).unref();
  };
}

/**
 * The cause of a log line: two lines with the same message and the same cause count as equal. Only lines that any visitor
 * can trigger have a cause: errors, and sign-ups that could not be stored in time. The others are always written.
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
