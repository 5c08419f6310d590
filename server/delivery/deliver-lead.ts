import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { DeliveryOutcome } from "#server/active-campaign/answer-outcomes.ts";
import { deliverContact } from "#server/active-campaign/contact.ts";
import {
  type Claim,
  claimNext,
  type DeliveryRecord,
  hadUnsubscribed,
  recordDelivery,
} from "#server/store/deliveries/deliveries.ts";
import { findTrouble, leadsRefused } from "./circuit-breaker.ts";
import type { StepResult, Work } from "./courier.ts";

/** Delivers one lead without an import; with `individually`, one that must not travel with an import. */
export async function deliverNextLead(work: Work, individually: boolean): Promise<StepResult> {
  const { database, clock, random, log, client, target, circuit } = work;
  const which = { individually, newestFirst: circuit.tripped !== undefined };
  const claim = await claimNext(database, clock(), which);
  if (claim === undefined) return { kind: "nothing" };
  const { leadId: lead } = claim;
  const tried = await deliverContact(client, target, claim.lead);
  const { outcome, result } = await judge(work, claim, tried);
  const record = recordOf(outcome, claim, { now: clock(), random });
  await recordDelivery(database, claim, record, clock());
  const { alarm, message } = alarms.leadParked;
  if (record.state === "parked") log.error({ alarm, lead, outcome }, message);
  // A failure that stops all deliveries is logged when it trips the circuit.
  else if (outcome.kind === "retry-later" || outcome.kind === "refused")
    log.warn({ lead, outcome }, logLines.deliveryFailed);
  return result;
}

/** After so many tries in a row without a useful answer, or so many of one lead, the account is asked. */
const maxUnansweredInARow = 5;
const maxUnansweredTries = 3;
/** When so many different leads are refused in a row, the cause is hardly the leads: none is blamed any more. */
const maxRefusedInARow = 5;

/**
 * Finds out whose fault a failure is: what is written about this lead, and what it means for all leads. The policy is in
 * docs/decisions/0023-courier.md.
 */
async function judge(
  work: Work,
  { leadId, attempts }: Claim,
  tried: DeliveryOutcome,
): Promise<{ outcome: DeliveryOutcome; result: StepResult }> {
  const { memory, circuit } = work;
  const isUnanswered = tried.kind === "retry-later";
  const isRefused = tried.kind === "refused" || tried.kind === "account-refused";
  if (isUnanswered) memory.unanswered += 1;
  const isHardlyChance =
    memory.unanswered >= maxUnansweredInARow || attempts + 1 >= maxUnansweredTries;
  if (isRefused || (isUnanswered && isHardlyChance)) {
    const trouble = await findTrouble(work);
    if (trouble !== undefined) return { outcome: trouble, result: trouble };
  }
  if (!isRefused) return { outcome: tried, result: tried };
  const { reason } = tried;
  memory.refused.add(leadId);
  if (circuit.tripped?.reason === leadsRefused || memory.refused.size >= maxRefusedInARow)
    return {
      outcome: { kind: "retry-later", reason },
      result: { kind: "unavailable", reason: leadsRefused },
    };
  const refused = { kind: "refused", reason } as const;
  return { outcome: refused, result: refused };
}

/** A lead that is refused so often is parked. */
const maxRefusals = 3;

/** What is stored about a try. A failure that stops all deliveries does not count as a try of this lead. */
function recordOf(
  outcome: DeliveryOutcome,
  { attempts, refusals }: Claim,
  { now, random }: { now: number; random: () => number },
): DeliveryRecord {
  const tried = { attempts: attempts + 1, last_outcome: describeOutcome(outcome) };
  const later = { state: "due", due_at: now + retryDelayMs(attempts + 1, random) } as const;
  const parked = { state: "parked", due_at: null } as const;
  switch (outcome.kind) {
    case "delivered": {
      const { contactId: contact_id, notes } = outcome;
      // An import would subscribe a contact again that has unsubscribed, so this lead never travels with an import.
      const individually = notes.includes(hadUnsubscribed) ? ({ individually: 1 } as const) : {};
      return { ...tried, state: "delivered", due_at: null, contact_id, ...individually };
    }
    case "retry-later":
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
      return { ...tried, attempts, state: "due", due_at: now };
  }
}

export function describeOutcome(outcome: DeliveryOutcome): string {
  if (outcome.kind !== "delivered") return `${outcome.kind}: ${outcome.reason}`;
  return [outcome.kind, outcome.notes.join("; ")].filter((part) => part !== "").join(": ");
}

const firstDelayMs = 1_000;
/** Between the first tries the delay is short, so that a lead that failed by chance is delivered soon. */
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
