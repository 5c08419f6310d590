import { leadFields } from "#lead/contract.ts";
import { reasonWithoutCode } from "#server/store/connection/errors.ts";

/** Writes one line: its fields and its message, or the message alone. */
type WriteLine = { (fields: object, message: string): void; (message: string): void };

/** The log of the server: pino's in the server on Node, and the console on an edge platform. */
export type Log = Record<"info" | "warn" | "error" | "fatal", WriteLine>;

/**
 * The log hides the values of these fields. This is a second safeguard: no code should pass these fields to the log at
 * all.
 */
export const personalFields = [...leadFields, "phone", "apikey", "token", "authorization"];

type DescribedError = {
  type: string;
  code?: string | undefined;
  reason?: string | undefined;
  frames?: string[];
};

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
