import type { LogFn, Logger } from "pino";

type LogArgs = Parameters<LogFn>;
type LogMethod = (this: Logger, args: LogArgs, method: LogFn, level: number) => void;

/** Names the cause of a line: lines with the same message and cause are alike. Undefined if the line must always be written. */
type CauseOf = (line: Record<string, unknown>) => string | undefined;

/** pino's number for errors, the only lines that are limited. A fatal line comes once, because it ends the process. */
const errorLevel = 50;
const windowMs = 10_000;
const mostInWindow = 5;

/**
 * A hook for pino that writes only the first few of alike errors in ten seconds, then one line that says how many were left
 * out. A store that cannot be reached would fill the log with hundreds of lines a second.
 */
export function limitAlike(causeOf: CauseOf): LogMethod {
  const counts = new Map<string, number>();

  function endWindow(kind: string, writeOmitted: (omitted: number) => void): void {
    const omitted = (counts.get(kind) ?? 0) - mostInWindow;
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
    if (count < mostInWindow) method.apply(this, args);
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
