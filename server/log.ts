import pino, { type Logger } from "pino";

const standardError = 2;

/** Belt and braces: nobody should hand these to the log in the first place. */
const personal = ["name", "email", "whatsapp", "phone", "apikey", "token", "authorization"];

/** One JSON object a line, to standard error: standard output is for people. */
export function createLog(): Logger {
  return pino(
    {
      level: "info",
      base: null,
      redact: [...personal, ...personal.map((key) => `*.${key}`)],
      serializers: { error: describeError },
    },
    pino.destination(standardError),
  );
}

/** Without its message, which may repeat what a visitor wrote: a database quotes the value that it refuses. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { type: error.constructor.name, code, frames: frames.map((line) => line.trim()) };
}
