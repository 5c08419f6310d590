import type { AlarmName } from "#phrases/alarms.ts";

/** Something for which the operator must act: an alarm that lasts. */
export type Trouble = {
  name: AlarmName;
  /** What is wrong, in one sentence. */
  sentence: string;
  /** The command that mends it, or that says more. */
  command: string;
};
