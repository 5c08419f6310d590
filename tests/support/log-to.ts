import { pino } from "pino";

/** A log that gives each line as JSON. */
export function logTo(write: (line: string) => void) {
  return pino({}, { write });
}
