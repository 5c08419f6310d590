import { minuteMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { type Answer, namesEmail, type TheAccount } from "#server/active-campaign/answer.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import type { ServerContext } from "#server/context.ts";
import { type CourierState, endFailing, restUntil, startFailing } from "#server/store/courier.ts";

/**
 * After this many tries in a row without a useful answer, the courier asks the account; for a single lead, from
 * `askFromTry` on.
 */
const maxUselessInARow = 5;
const askFromTry = 3;
/** A lead that is refused this often waits for the operator. */
const maxRefusalsOfLead = 3;
/** When this many different leads are refused in a row, the cause is hardly the leads: no lead is blamed any more. */
const maxLeadsRefused = 5;

/** Why the account counts as failing although it answers. Only a delivered lead ends this state. */
const leadsRefused: TheAccount = { kind: "account", state: "fails", reason: "leads refused" };

/**
 * What happens to the lead (or other work) that was tried. `account` says why nothing may be sent to ActiveCampaign for
 * a while; it is undefined if sending may go on.
 */
export type Decision =
  /** The lead or work stays due, and the try does not count. */
  | { fate: "wait"; account: TheAccount }
  /**
   * `later`: the lead or work is tried again after a delay. `count`: the same, and the refusal counts against this
   * lead. `park`: the lead waits for the operator.
   */
  | { fate: "done" | "later" | "count" | "park"; account: TheAccount | undefined };

/**
 * What was tried: a lead, with the number of its earlier tries; undefined for other work, for which no lead is blamed.
 */
type Tried = { leadId: number; attempts: number; refusals: number } | undefined;

/**
 * Decides whose fault a failure is: the lead's or the account's. This function is the whole failure policy;
 * docs/decisions/0023-courier.md explains the policy in one paragraph.
 */
export async function decide(
  { client, courierState, memory }: Work,
  answer: Answer,
  tried: Tried,
): Promise<Decision> {
  const isProbe = courierState.failing !== undefined;
  const isRefusing = courierState.failing?.reason === leadsRefused.reason;
  const account = isRefusing ? leadsRefused : undefined;
  if (answer.kind === "account") return { fate: "wait", account: answer };
  if (answer.kind === "done") {
    if (tried === undefined) return { fate: "done", account };
    memory.refused.clear();
    memory.uselessInARow = 0;
    return { fate: "done", account: undefined };
  }
  if (tried !== undefined && namesEmail(answer)) return { fate: "park", account };
  const isRefused = answer.refusal !== undefined;
  if (!isRefused) memory.uselessInARow += 1;
  const isHardlyChance =
    isRefused ||
    tried === undefined ||
    tried.attempts + 1 >= askFromTry ||
    memory.uselessInARow >= maxUselessInARow;
  if (isHardlyChance) {
    memory.uselessInARow = 0;
    // A probe has asked the account already, before it tried anything.
    const trouble = isProbe ? undefined : await askAccount(client);
    if (trouble !== undefined) return { fate: "wait", account: trouble };
  }
  if (!isRefused || tried === undefined) return { fate: "later", account };
  memory.refused.add(tried.leadId);
  if (isRefusing || memory.refused.size >= maxLeadsRefused)
    return { fate: "later", account: leadsRefused };
  return { fate: tried.refusals + 1 < maxRefusalsOfLead ? "count" : "park", account: undefined };
}

/**
 * Asks `GET /users/me`, a request without any lead, so that no bad lead can change the answer. Undefined:
 * ActiveCampaign answers for this account.
 */
export async function askAccount({ read }: PacedClient): Promise<TheAccount | undefined> {
  const answer = await read("/users/me");
  if (answer.kind === "done") return undefined;
  if (answer.kind === "account") return answer;
  return { kind: "account", state: "fails", reason: answer.reason };
}

/** Stores until when nothing is sent to ActiveCampaign and why, after one step that began at `startedAt`. */
export async function recordAccount(
  { database, courierState, log, clock, random }: Work,
  account: TheAccount | undefined,
  startedAt: number,
): Promise<void> {
  if (account === undefined) return courierState.failing && endFailing(database);
  // Nothing is stored for an interrupted request, because another process will send.
  if (account.state === "interrupted") return;
  const { reason } = account;
  // Only the first failure is logged: if it lasts, the watch sends an alarm.
  if (courierState.failing === undefined) log.warn({ reason }, logLines.accountRests);
  if (account.state === "asks-for-rest") return restUntil(database, clock() + account.forMs);
  // The wait is counted from the beginning of the step, so that it includes the time that a slow failure took.
  const until = startedAt + probeDelayMs(courierState.failures + 1, random);
  await startFailing(database, { now: clock(), reason, until });
}

const firstProbeMs = 1_000;
/**
 * The longest time between two probes: less than a minute, so that after an outage the next probe and a delivery fit
 * into one minute.
 */
const maxProbeMs = 55_000;

/** The time until a failing account is asked again: 1, 2, 4 … 55 s, each reduced by chance, at most to half. */
function probeDelayMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstProbeMs * 2 ** (failuresInARow - 1), maxProbeMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}

const firstRetryMs = 1_000;
/** During the first tries of a lead the delay is short, so that a lead that failed by chance is delivered soon. */
const maxEarlyRetryMs = minuteMs;
const earlyTries = 15;
const maxRetryMs = 60 * minuteMs;

/**
 * The delay before the next try of a lead, in milliseconds. The delay is chosen by chance between zero and a limit that
 * doubles with each attempt, so that leads that failed together are not tried again together ("full jitter").
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelayMs(attempts: number, random: () => number): number {
  const early = Math.min(firstRetryMs * 2 ** Math.max(attempts - 1, 0), maxEarlyRetryMs);
  const late = Math.min(maxEarlyRetryMs * 2 ** (attempts - earlyTries), maxRetryMs);
  return Math.round((attempts > earlyTries ? late : early) * random());
}

/** The delay before the next try of a removal or a tag: the longer it has failed, the longer the delay. */
export function laterMs(failedForMs: number): number {
  return Math.min(Math.max(failedForMs, minuteMs), maxRetryMs);
}

export type CourierContext = Pick<
  ServerContext,
  "database" | "log" | "clock" | "steadyClock" | "sleep" | "random"
>;

/**
 * What a step of the courier works with. A step claims due work, sends it to ActiveCampaign, and records the result.
 */
export type Work = CourierContext & {
  client: PacedClient;
  target: Target;
  /** The state of the courier before the step. While the account fails, the step is a probe. */
  courierState: CourierState;
  memory: Memory;
};

export type Memory = {
  /** The leads that were refused since the last lead was delivered. */
  refused: Set<number>;
  /** How many tries in a row, of any lead or other work, got no useful answer. */
  uselessInARow: number;
  /** The index of the kind of work that was done last. */
  lastKind: number;
};

/**
 * What a step shows for all deliveries: why nothing may be sent for a while, or that the account works. Undefined:
 * there was nothing to do.
 */
export type Step = { account: TheAccount | undefined } | undefined;
