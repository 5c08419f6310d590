import { pino } from "pino";

/** A log that passes each line to `write` as JSON. */
export function logTo(write: (line: string) => void) {
  return pino({}, { write });
}
