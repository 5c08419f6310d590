import type { Phase, Schedule } from "./phase.ts";

/** Where an open tab asks what time it is at the server, and where the event stands. */
export const nowPath = "/agora";

/** The answer at `nowPath`. Times are milliseconds since 1970. */
export type NowAnswer = {
  now: number;
  phase: Phase;
  start: number;
  end: number;
  /** All changes of the phase that are known ahead, in order. */
  changes: Schedule["changes"];
  /** What `{date}` and `{hour}` show; another text than the planned one if the operator has moved the event. */
  date: string;
  hour: string;
  /** How many days are left; missing on the day of the event and after. */
  countdown?: string;
};
