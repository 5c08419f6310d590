import type { Delivered, DeliveryOutcome } from "#server/active-campaign/answers.ts";
import type { Claim } from "#server/store/deliveries/claims.ts";
import { type DeliveryRecord, hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";

const maxRefusals = 3;

/**
 * What is stored about a delivery after a try, with the time of the next try. A failure that stops all deliveries does
 * not count as a try of this lead.
 */
export function recordOf(
  outcome: DeliveryOutcome,
  { attempts, refusals }: Claim,
  { now, random }: { now: number; random: () => number },
): DeliveryRecord {
  const counted = countedOutcome(outcome);
  const tried = { attempts: attempts + 1, lastOutcome: describeOutcome(counted) };
  const later = { state: "due", dueAt: now + retryDelayMs(attempts + 1, random) } as const;
  const parked = { state: "parked", dueAt: null } as const;
  switch (counted.kind) {
    case "delivered":
      return deliveredRecord(counted, tried);
    case "retry-later":
    case "needs-resync":
      return { ...tried, ...later };
    case "refused": {
      const next = refusals + 1 < maxRefusals ? later : parked;
      return { ...tried, refusals: refusals + 1, ...next };
    }
    case "parked":
      return { ...tried, ...parked };
    case "rate-limited":
    case "account-refused":
    case "unavailable":
    case "interrupted":
      return { ...tried, attempts, state: "due", dueAt: now };
  }
}

/** A failure that the lead itself caused counts as a refusal. */
function countedOutcome(outcome: DeliveryOutcome): DeliveryOutcome {
  return outcome.kind === "retry-later" && outcome.leadIsCause
    ? { kind: "refused", reason: outcome.reason }
    : outcome;
}

function deliveredRecord(
  { contactId, notes }: Delivered,
  tried: { attempts: number; lastOutcome: string },
): DeliveryRecord {
  // An import would subscribe a contact again that has unsubscribed, so this lead never travels with an import.
  const individually = notes.includes(hadUnsubscribed) ? { individually: true as const } : {};
  return { ...tried, state: "delivered", dueAt: null, contactId, ...individually };
}

export function describeOutcome(outcome: DeliveryOutcome): string {
  if (outcome.kind !== "delivered") return `${outcome.kind}: ${outcome.reason}`;
  return [outcome.kind, outcome.notes.join("; ")].filter((part) => part !== "").join(": ");
}

const firstDelayMs = 1_000;
/**
 * The longest delay, in milliseconds, between the first tries of a lead. It is short, so that a lead that failed by
 * chance is delivered soon.
 */
const maxEarlyDelayMs = 60_000;
const earlyTries = 15;
const maxDelayMs = 60 * 60_000;

/**
 * The delay before the next try of a lead, in milliseconds. It is drawn by chance from zero to a limit that doubles with
 * each attempt, so that leads that failed together are not tried again together ("full jitter").
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelayMs(attempts: number, random: () => number): number {
  const early = Math.min(firstDelayMs * 2 ** Math.max(attempts - 1, 0), maxEarlyDelayMs);
  const late = Math.min(maxEarlyDelayMs * 2 ** (attempts - earlyTries), maxDelayMs);
  return Math.round((attempts > earlyTries ? late : early) * random());
}
