import type { Commit } from "#server/store/submissions/submissions.ts";
import type { Flag } from "#server/store/tables.ts";
import { refusalCodes, type SignUpOutcome } from "./route.ts";

/** What this process has counted of sign-ups since its start; `server/operator/metrics.ts` shows it. */
export function createSignUpCounts() {
  const accepted = { stored: 0, repeated: 0 };
  // Each is shown from the start, at 0: Prometheus would not see the first increase of a counter that appears with it.
  const flagged: Record<Flag, number> = { honeypot: 0, "too-fast": 0, flood: 0 };
  const refused = new Map(refusalCodes.map((code) => [code, 0]));
  const seconds = createHistogram([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5]);
  const sizes = createHistogram([1, 2, 5, 10, 20, 50, 100, 200, 500]);
  return {
    accepted,
    flagged,
    refused,
    /** How long each commit took, and how many sign-ups were in it. */
    commits: { seconds, sizes },
    countSignUp(outcome: SignUpOutcome): void {
      if (outcome.kind === "refused") {
        refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1);
        return;
      }
      accepted[outcome.as] += 1;
      if (outcome.flag) flagged[outcome.flag] += 1;
    },
    measureCommit({ size, ms }: Commit): void {
      seconds.observe(ms / 1_000);
      sizes.observe(size);
    },
  };
}

export type Histogram = {
  observe: (value: number) => void;
  /** How many values were at most as large as each bound. */
  atMost: ReadonlyMap<number, number>;
  total: { sum: number; count: number };
};

function createHistogram(bounds: readonly number[]): Histogram {
  const atMost = new Map(bounds.map((bound) => [bound, 0]));
  const total = { sum: 0, count: 0 };
  return {
    atMost,
    total,
    observe(value) {
      total.sum += value;
      total.count += 1;
      for (const [bound, count] of atMost) if (value <= bound) atMost.set(bound, count + 1);
    },
  };
}
