import { minuteMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { type Answer, namesEmail, type TheAccount } from "#server/active-campaign/answer.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import type { ServerContext } from "#server/context.ts";
import { type CourierState, endFailing, restUntil, startFailing } from "#server/store/courier.ts";

/** After so many tries in a row without a useful answer the account is asked; for one lead, from this try on. */
const maxUselessInARow = 5;
const askFromTry = 3;
/** A lead that is refused so often waits for the operator. */
const maxRefusalsOfLead = 3;
/** When so many different leads are refused in a row, the cause is hardly the leads: none is blamed any more. */
const maxLeadsRefused = 5;

/** Why the account rests although it answers. Only a delivered lead ends this. */
const leadsRefused: TheAccount = { kind: "account", state: "fails", reason: "leads refused" };

/** What becomes of what was tried, and why nothing may be sent for a while; undefined if the account takes what is sent. */
export type Decision =
  /** It stays due, and has lost no try. */
  | { fate: "wait"; account: TheAccount }
  /**
   * `later`: it is tried again after a delay. `count`: so too, and the refusal counts against this lead. `park`: it waits
   * for the operator.
   */
  | { fate: "done" | "later" | "count" | "park"; account: TheAccount | undefined };

/** What is tried: a lead, with the tries before this one; or something else, for which no lead is blamed. */
type Tried = { leadId: number; attempts: number; refusals: number } | undefined;

/**
 * Decides whose fault a failure is: the lead's or the account's. This function is the whole policy;
 * docs/decisions/0023-courier.md says it in one paragraph.
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
    // A probe has asked before it tried anything.
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
 * Asks `GET /users/me`, which contains no lead, so that no bad lead can change the answer. Undefined: ActiveCampaign
 * answers for this account.
 */
export async function askAccount({ read }: PacedClient): Promise<TheAccount | undefined> {
  const answer = await read("/users/me");
  if (answer.kind === "done") return undefined;
  if (answer.kind === "account") return answer;
  return { kind: "account", state: "fails", reason: answer.reason };
}

/** Writes into the account's row until when nothing is sent and why, after one step that began at `startedAt`. */
export async function recordAccount(
  { database, courierState, log, clock, random }: Work,
  account: TheAccount | undefined,
  startedAt: number,
): Promise<void> {
  if (account === undefined) return courierState.failing && endFailing(database);
  // Another process will send.
  if (account.state === "interrupted") return;
  const { reason } = account;
  // The watch tells of a failure that lasts.
  if (courierState.failing === undefined) log.warn({ reason }, logLines.accountRests);
  if (account.state === "asks-for-rest") return restUntil(database, clock() + account.forMs);
  // The time is counted from the beginning of the step, so that it includes the time of a slow failure.
  const until = startedAt + probeDelayMs(courierState.failures + 1, random);
  await startFailing(database, { now: clock(), reason, until });
}

const firstProbeMs = 1_000;
/** Less than a minute, so that after an outage the next probe and a delivery fit into one minute. */
const maxProbeMs = 55_000;

/** The time until an account that fails is asked again: 1, 2, 4 … 55 s, by chance down to half of it. */
function probeDelayMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstProbeMs * 2 ** (failuresInARow - 1), maxProbeMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}

const firstRetryMs = 1_000;
/** Between the first tries the delay is short, so that a lead that failed by chance is delivered soon. */
const maxEarlyRetryMs = minuteMs;
const earlyTries = 15;
const maxRetryMs = 60 * minuteMs;

/**
 * The delay before the next try of a lead, in milliseconds. It is drawn by chance from zero to a limit that doubles with
 * each attempt, so that leads that failed together are not tried again together ("full jitter").
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelayMs(attempts: number, random: () => number): number {
  const early = Math.min(firstRetryMs * 2 ** Math.max(attempts - 1, 0), maxEarlyRetryMs);
  const late = Math.min(maxEarlyRetryMs * 2 ** (attempts - earlyTries), maxRetryMs);
  return Math.round((attempts > earlyTries ? late : early) * random());
}

/** The delay before the next try of what is no delivery: the longer it has failed, the longer it waits. */
export function laterMs(failedForMs: number): number {
  return Math.min(Math.max(failedForMs, minuteMs), maxRetryMs);
}

export type CourierContext = Pick<
  ServerContext,
  "database" | "log" | "clock" | "steadyClock" | "sleep" | "random"
>;

/** What a step works with. A step claims what is due, sends it to ActiveCampaign, and records what became of it. */
export type Work = CourierContext & {
  client: PacedClient;
  target: Target;
  /** As it was before the step. While the account fails, the step is a probe. */
  courierState: CourierState;
  memory: Memory;
};

export type Memory = {
  /** The leads that were refused since a lead was delivered. */
  refused: Set<number>;
  /** How many tries in a row, of any leads, got no useful answer. */
  uselessInARow: number;
  /** Which kind of step was taken last. */
  lastKind: number;
};

/** What a step means for all others: nothing may be sent for a while, or all is well. Undefined: there was nothing to do. */
export type Step = { account: TheAccount | undefined } | undefined;
