import { describeError, type Log, personalFields } from "#server/log.ts";

/** The numbers of the levels, as in the log of the server on Node. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 };

type Write = (line: string) => void;

/** One JSON object on each line, like the log of the server on Node. The platform keeps what the console gets. */
export function createConsoleLog(
  write: Record<"info" | "warn" | "error", Write> = console,
  clock: () => number = Date.now,
): Log {
  const at = (level: keyof Log) => (fields: object | string, message?: string) => {
    const line = typeof fields === "string" ? { msg: fields } : { ...fields, msg: message };
    const whole = { level: levels[level], time: clock(), ...line };
    write[level === "fatal" ? "error" : level](JSON.stringify(whole, show));
  };
  return { info: at("info"), warn: at("warn"), error: at("error"), fatal: at("fatal") };
}

/** What a line shows of a value with this name. */
function show(name: string, value: unknown): unknown {
  if (personalFields.includes(name)) return undefined;
  return value instanceof Error ? describeError(value) : value;
}
