import { pino } from "pino";

/** A log that gives each line as JSON. The rooms that also run on an edge platform must not know pino. */
export function logTo(write: (line: string) => void) {
  return pino({}, { write });
}
