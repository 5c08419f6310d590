import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import { type Answer, namesEmail } from "#server/active-campaign/answer.ts";
import { type Delivered, deliverContact } from "#server/active-campaign/contact.ts";
import {
  type Claim,
  claimNext,
  hadUnsubscribed,
  recordDelivery,
} from "#server/store/deliveries.ts";
import type { Tables } from "#server/store/schema.ts";
import { type Decision, decide, retryDelayMs, type Step, type Work } from "./failure-policy.ts";

/** Delivers one lead without an import; with `individually`, only a lead that must not be sent with an import. */
export async function deliverNextLead(work: Work, individually: boolean): Promise<Step> {
  const { database, clock, log, client, target, courierState } = work;
  const which = { individually, newestFirst: courierState.failing !== undefined };
  const claim = await claimNext(database, clock(), which);
  if (claim === undefined) return undefined;
  const answer = await deliverContact(client, target, claim.lead);
  const decision = await decide(work, answer, claim);
  const row = rowAfter(work, claim, answer, decision);
  await recordDelivery(database, claim, row, clock());
  const { fate } = decision;
  const told = { lead: claim.leadId, outcome: row.last_outcome };
  const { alarm, message } = alarms.leadParked;
  if (fate === "park") log.error({ alarm, ...told }, message);
  // A failure of the whole account is not logged here, but when it begins.
  else if (fate === "later" || fate === "count") log.warn(told, logLines.deliveryFailed);
  return decision;
}

/** Returns what is stored about one try to deliver a lead. */
function rowAfter(
  { clock, random }: Work,
  { attempts: before, refusals }: Claim,
  answer: Answer<Delivered>,
  decision: Decision,
): Partial<Tables["deliveries"]> {
  const now = clock();
  if (answer.kind === "done") {
    const { contactId: contact_id, notes } = answer.body;
    const last_outcome = ["delivered", notes.join("; ")].filter((part) => part !== "").join(": ");
    const row = { state: "delivered", attempts: before + 1, due_at: null, last_outcome } as const;
    // An import would subscribe an unsubscribed contact again, so this lead is never sent with an import.
    const individually = notes.includes(hadUnsubscribed) ? ({ individually: 1 } as const) : {};
    return { ...row, contact_id, ...individually };
  }
  if (decision.fate === "wait" || answer.kind === "account") {
    const { reason } = decision.account ?? answer;
    return { state: "due", due_at: now, last_outcome: `account: ${reason}` };
  }
  const { fate } = decision;
  const attempts = before + 1;
  const kind = answer.refusal === undefined ? "unanswered" : "refused";
  const last_outcome = `${kind}: ${answer.reason}${namesEmail(answer) ? ", the e-mail" : ""}`;
  const tried = { attempts, last_outcome, refusals: refusals + Number(fate !== "later") };
  return fate === "park"
    ? { ...tried, state: "parked", due_at: null }
    : { ...tried, state: "due", due_at: now + retryDelayMs(attempts, random) };
}
