import type { Claim } from "#server/storage/deliveries/claims.ts";
import { type DeliveryRecord, hadUnsubscribed } from "#server/storage/deliveries/deliveries.ts";
import type { Delivered, DeliveryOutcome } from "./active-campaign/answers.ts";

const mostRefusals = 3;

/** What is written down after a try, and when the next one comes. What stops the whole lane is no fault of the lead. */
export function recordOf(
  judged: DeliveryOutcome,
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
    case "rate-limited":
    case "account-refused":
    case "unavailable":
    case "interrupted":
      return { ...tried, attempts, state: "due", dueAt: now };
  }
}

function blamed(outcome: DeliveryOutcome): DeliveryOutcome {
  return outcome.kind === "retry-later" && outcome.own
    ? { kind: "refused", reason: outcome.reason }
    : outcome;
}

type Tried = { attempts: number; lastOutcome: string };

function deliveredRecord({ contactId, notes }: Delivered, tried: Tried): DeliveryRecord {
  // The importer asks nobody's leave: from now on this lead is looked at each time.
  const individually = notes.includes(hadUnsubscribed) ? { individually: true as const } : {};
  return { ...tried, state: "delivered", dueAt: null, contactId, ...individually };
}

export function described(outcome: DeliveryOutcome): string {
  if (outcome.kind !== "delivered") return `${outcome.kind}: ${outcome.reason}`;
  return [outcome.kind, outcome.notes.join("; ")].filter((part) => part !== "").join(": ");
}

const firstCeilingMs = 1_000;
const usualCeilingMs = 60_000;
const lastCeilingMs = 60 * 60_000;
/** A lead is tried this many times at least once a minute, so that one that fails by chance is delivered soon. */
const eagerTries = 15;

/**
 * Full jitter: any moment up to a ceiling that doubles with each attempt, so that leads that failed together
 * do not come back together. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(attempts: number, random: () => number): number {
  const eager = Math.min(firstCeilingMs * 2 ** Math.max(attempts - 1, 0), usualCeilingMs);
  const patient = Math.min(usualCeilingMs * 2 ** (attempts - eagerTries), lastCeilingMs);
  return Math.round((attempts > eagerTries ? patient : eager) * random());
}

/** Less than a minute, so that after an outage the next try and a delivery fit into one. */
const longestProbeRestMs = 55_000;

/** How long a closed way to ActiveCampaign rests before the next look: 1, 2, 4 … 55 s, or by chance down to half of that. */
export function probeRestMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMs * 2 ** (failuresInARow - 1), longestProbeRestMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}

/** The pause that was asked for, but at least 1, 2, 4 … 60 s: an account may ask again and again for no time at all. */
export function pauseFor(askedMs: number, pausesInARow: number): number {
  const doubled = Math.min(firstCeilingMs * 2 ** (pausesInARow - 1), usualCeilingMs);
  return Math.max(askedMs, doubled);
}
