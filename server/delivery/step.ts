import type { Logger } from "pino";
import type { Database } from "#server/storage/tables.ts";
import type { Trouble } from "./active-campaign/answers.ts";
import type { Caller } from "./active-campaign/rate-limited-client.ts";
import type { Target } from "./deliver-lead.ts";
import type { Progress } from "./progress.ts";
import type { RecentFailures, Subject } from "./recent-failures.ts";

/** Something that the courier does in one go, and writes down. */
export type Step = (deps: StepDeps) => Promise<StepResult>;

export type StepDeps = {
  database: Database;
  clock: () => Promise<number>;
  random: () => number;
  log: Logger;
  call: Caller;
  target: Target;
  failures: RecentFailures;
  progress: Progress;
};

export type StepResult =
  | { kind: "nothing" }
  | (({ kind: "done" } | Trouble) & { subject: Subject });
