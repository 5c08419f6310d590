import type { LogFn, Logger } from "pino";

type LogArgs = Parameters<LogFn>;
type LogMethod = (this: Logger, args: LogArgs, method: LogFn, level: number) => void;

/** What `causeOf` says of a line: lines of one message and one cause are alike. Undefined when a line is never left out. */
type CauseOf = (line: Record<string, unknown>) => string | undefined;

/** pino's number. What is worse ends the process, what is less is no alarm. */
const errorLevel = 50;
const windowMs = 10_000;
const mostInWindow = 5;

/**
 * For pino's `hooks`. Of errors alike, the first few in ten seconds are written, and at the end one line that says
 * how many were left out: a store that is away refuses hundreds of sign-ups in a second.
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
    // Without the first one's request: the line is about many.
    const writeOmitted = (omitted: number) =>
      method.call(this, { ...line, request: undefined, omitted }, message);
    setTimeout(endWindow, windowMs, kind, writeOmitted).unref();
  };
}

function isObject(line: unknown): line is Record<string, unknown> {
  return typeof line === "object" && line !== null;
}
