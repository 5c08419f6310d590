import type { Claim } from "#server/storage/claims.ts";
import { type DeliveryRecord, hadUnsubscribed } from "#server/storage/deliveries.ts";
import { backoffMs } from "./backoff.ts";
import type { Delivered, Outcome } from "./outcome.ts";

const mostRefusals = 3;

/** What is written down after a try, and when the next one comes. What stops the whole lane is no fault of the lead. */
export function recordOf(
  judged: Outcome,
  { attempts, refusals }: Claim,
  { now, random }: { now: number; random: () => number },
): DeliveryRecord {
  const outcome = blamed(judged);
  const tried = { attempts: attempts + 1, lastOutcome: described(outcome) };
  const later = { state: "due", dueAt: now + backoffMs(attempts + 1, random) } as const;
  const parked = { state: "parked", dueAt: null } as const;
  switch (outcome.kind) {
    case "delivered":
      return deliveredRecord(outcome, tried);
    case "retry-later":
    case "needs-resync":
      return { ...tried, ...later };
    case "refused":
      return {
        ...tried,
        refusals: refusals + 1,
        ...(refusals + 1 < mostRefusals ? later : parked),
      };
    case "parked":
      return { ...tried, ...parked };
    case "lane-paused":
    case "lane-closed":
    case "away":
    case "interrupted":
      return { ...tried, attempts, state: "due", dueAt: now };
  }
}

function blamed(outcome: Outcome): Outcome {
  return outcome.kind === "retry-later" && outcome.own
    ? { kind: "refused", reason: outcome.reason }
    : outcome;
}

type Tried = { attempts: number; lastOutcome: string };

function deliveredRecord({ contactId, notes }: Delivered, tried: Tried): DeliveryRecord {
  // The importer asks nobody's leave: from now on this lead is looked at each time.
  const alone = notes.includes(hadUnsubscribed) ? { alone: true as const } : {};
  return { ...tried, state: "delivered", dueAt: null, contactId, ...alone };
}

export function described(outcome: Outcome): string {
  if (outcome.kind !== "delivered") return `${outcome.kind}: ${outcome.reason}`;
  return [outcome.kind, outcome.notes.join("; ")].filter((part) => part !== "").join(": ");
}
