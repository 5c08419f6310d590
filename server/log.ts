import { type Logger, pino } from "pino";
import { leadFields } from "#lead/contract.ts";
import { reasonWithoutCode } from "#server/storage/broken-world.ts";
import { limitAlike } from "./log-limit.ts";
import { type LogLines, linesTo } from "./log-lines.ts";

const standardError = 2;

type DescribedError = {
  type: string;
  code?: string | undefined;
  reason?: string | undefined;
  frames?: string[];
};

/** Belt and braces: nobody should hand these to the log in the first place. */
const personal = [...leadFields, "phone", "apikey", "token", "authorization"];

/** One JSON object a line, to standard error: standard output is for people. */
export function createLog(lines: LogLines = linesTo(standardError)): Logger {
  return pino(
    {
      level: "info",
      base: null,
      redact: [...personal, ...personal.map((key) => `*.${key}`)],
      serializers: { error: describeError },
      hooks: { logMethod: limitAlike(causeOf) },
    },
    lines,
  );
}

/** Limits only lines that each visitor can cause: errors, and sign-ups that could not be stored in time. */
function causeOf({ error, reason, request }: Record<string, unknown>): string | undefined {
  if (error !== undefined) {
    const { frames = [], ...cause } = describeError(error);
    return JSON.stringify([cause, frames[0]]);
  }
  return request === undefined ? undefined : String(reason);
}

/**
 * Describes an error without its message, because databases quote the value that they refuse, and a visitor wrote it. For
 * an error without a code, the `reason` is a sentence of our own.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  const reason = reasonWithoutCode(error);
  return { type: error.constructor.name, code, reason, frames: framesOf(error) };
}

/** Only what stands below the message and names a place in the code: a message of several lines can look like frames. */
function framesOf({ message, stack = "" }: Error): string[] {
  const at = stack.indexOf(message);
  const below = at === -1 ? "" : stack.slice(at + message.length);
  return below
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line));
}
