import type { Claim, DeliveryRecord } from "#server/storage/deliveries.ts";
import { backoffMs } from "./backoff.ts";
import type { Outcome } from "./outcome.ts";

/** What is written down after a try, and when the next one comes. What stops the whole lane is no fault of the lead. */
export function recordOf(
  outcome: Outcome,
  { attempts }: Claim,
  { now, random }: { now: number; random: () => number },
): DeliveryRecord {
  switch (outcome.kind) {
    case "delivered":
      return {
        state: "delivered",
        attempts: attempts + 1,
        dueAt: null,
        lastOutcome: outcome.kind,
        contactId: outcome.contactId,
      };
    case "retry-later": {
      const dueAt = now + backoffMs(attempts + 1, random);
      return { state: "due", attempts: attempts + 1, dueAt, lastOutcome: described(outcome) };
    }
    case "lane-paused":
    case "lane-closed":
      return { state: "due", attempts, dueAt: now, lastOutcome: described(outcome) };
    case "parked":
      return {
        state: "parked",
        attempts: attempts + 1,
        dueAt: null,
        lastOutcome: described(outcome),
      };
  }
}

function described({ kind, reason }: { kind: string; reason: string }): string {
  return `${kind}: ${reason}`;
}
