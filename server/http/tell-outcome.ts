import type { Logger } from "pino";
import type { Asked } from "./asked.ts";
import type { Metrics } from "./metrics.ts";
import { outcomeCode, type SignUpOutcome } from "./sign-up-outcome.ts";

export type TellDeps = { log: Logger; metrics: Metrics; clock: () => number };

/** Says how a sign-up ended, to the log and to the counters; never whose it was. */
export function createTelling({ log, metrics, clock }: TellDeps) {
  // Each word of this line is ours. Looking through it for personal data costs more than writing it.
  const plainLog = log.child({}, { redact: [] });
  return ({ id, startedAt }: Asked, outcome: SignUpOutcome): void => {
    metrics.signUp(outcome);
    const line = {
      request: id,
      outcome: outcomeCode(outcome),
      surface: outcome.sent?.surface ?? "unknown",
      ms: clock() - startedAt,
    };
    plainLog.info(line, "A sign-up was answered.");
  };
}
