import { sql } from "kysely";
import { importable, releaseClaims } from "./deliveries.ts";
import { extendLease, giveLeaseBack, takeLease } from "./lease.ts";
import type { Database, Tables } from "./schema.ts";

/** What makes the courier wait, for any lead and in any process: a rest, a failing account, a pause, or a command. */
export type CourierState = {
  /** Until then nothing is sent: the account asked for this rest or, while it fails, is asked again then. */
  restUntil: number;
  /** Since when and why it takes no leads. */
  failing: { since: number; reason: string } | undefined;
  /** How often in a row it was found to fail: the time until it is asked again grows with this number. */
  failures: number;
  /** When the operator paused the deliveries: only the operator ends this. */
  pausedAt: number | undefined;
  /** Until then the operator's commands ask ActiveCampaign too. */
  commandUntil: number;
};

export async function readCourierState(database: Database): Promise<CourierState> {
  return stateIn(await database.selectFrom("courier").selectAll().executeTakeFirstOrThrow());
}

function stateIn(row: Tables["courier"]): CourierState {
  const { failing_since: since, failure: reason, failures } = row;
  return {
    restUntil: row.rest_until,
    failing: since === null ? undefined : { since, reason: reason ?? "" },
    failures,
    pausedAt: row.paused_at ?? undefined,
    commandUntil: row.command_until,
  };
}

/** Rests as long as ActiveCampaign asks for, or longer if it is at rest until later already. */
export async function restUntil(database: Database, until: number): Promise<void> {
  await sql`
    update courier set rest_until = ${until} where rest_until < ${until}
  `.execute(database);
}

/** Stops all deliveries until the account answers again. A failure that goes on keeps the time at which it began. */
export async function startFailing(
  database: Database,
  { now, reason, until }: { now: number; reason: string; until: number },
): Promise<void> {
  await sql`
    update courier set failing_since = coalesce(failing_since, ${now}), failure = ${reason},
      rest_until = ${until}, failures = failures + 1`.execute(database);
}

/** Lets deliveries go on. Call this after ActiveCampaign has answered a request as usual. */
export async function endFailing(database: Database): Promise<void> {
  await sql`
    update courier set failing_since = null, failure = null, rest_until = 0, failures = 0
  `.execute(database);
}

/** Lets the courier try now: only one request is at risk, not the whole backlog. */
export async function endRest(database: Database): Promise<void> {
  await sql`update courier set rest_until = 0, failures = 0`.execute(database);
}

/** Pauses the deliveries for the operator: from `now` on nothing is sent. */
export async function pauseDeliveries(database: Database, now: number): Promise<void> {
  await sql`update courier set paused_at = ${now}`.execute(database);
}

/** Ends the pause, and nothing else: what ActiveCampaign asked for still holds. */
export async function resumeDeliveries(database: Database): Promise<void> {
  await sql`update courier set paused_at = null`.execute(database);
}

/** How old what the courier knows of commands may be when it sends a request. */
export const commandKnownMs = 2_000;
/** For the last second before a command's first turn the courier knows of it, and leaves room. */
const commandWaitMs = commandKnownMs + 1_000;
const commandGapMs = 1_000;
/** So long the courier leaves room for the next request of a command. */
const commandKeepsMs = 5_000;
/** No queue of commands is so long: the clock was set back. */
const commandMaxMs = 60_000;

/** Gives a command its turn, one a second for all commands of all machines, and returns when it is. */
export async function takeCommandTurn(database: Database, now: number): Promise<number> {
  const { rows } = await sql<{ until: number }>`
    update courier set command_until = case
      when command_until <= ${now} or command_until > ${now + commandMaxMs}
        then ${now + commandWaitMs + commandKeepsMs}
      when command_until < ${now + commandKeepsMs - commandGapMs} then ${now + commandKeepsMs}
      else command_until + ${commandGapMs} end
    returning command_until as until`.execute(database);
  return (rows[0]?.until ?? now + commandKeepsMs) - commandKeepsMs;
}

/**
 * The kinds of work that are due. `check`: the result of an import must be asked for. `entry`: a person has entered the
 * class, and gets the tag for it.
 */
export type Due = Record<"delivery" | "removal" | "import" | "check" | "entry", boolean | number>;

/** If more leads than this are due, they travel with an import: a lead sent individually takes three requests or more. */
const maxIndividually = 50;

/** Finds what there is to do and what makes it wait, with one query that reads a few entries of indexes. */
export async function findWork(
  database: Database,
  now: number,
): Promise<{ courierState: CourierState; due: Due }> {
  const { rows } = await sql<Tables["courier"] & Due>`
    select courier.*,
      exists (select 1 from deliveries where due_at <= ${now}) as delivery,
      exists (select 1 from removals where due_at <= ${now}) as removal,
      exists (select 1 from imports where check_at <= ${now}) as "check",
      exists (select 1 from entries where tag_due_at <= ${now}) as entry,
      (
        select count(*) from (
          select lead_id ${importable(now)} limit ${maxIndividually + 1}
        ) as first_importable
      ) > ${maxIndividually} as import
    from courier`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("The table courier has no row.");
  return { courierState: stateIn(row), due: row };
}

type LeaseDeps = {
  database: Database;
  steadyClock: () => number;
  /** Waits for a second when this process becomes the courier: the last one may have sent requests until now. */
  waitASecond: () => Promise<void>;
};

const renewEveryMs = 10_000;
/** With a younger lease a request may be sent: the slowest answer takes 25 s, which is less than what is left. */
const renewToSendMs = 4_000;

/** The process that holds the lease is the courier, the only one among all processes. */
export function createCourierLease({ database, steadyClock, waitASecond }: LeaseDeps) {
  let token: number | undefined;
  let renewedAt = -Infinity;
  /** True when deliveries may still be claimed by a courier that died or by a pass that failed. */
  let mustRecover = true;
  async function renewAfter(ms: number): Promise<boolean> {
    const startedAt = steadyClock();
    if (token !== undefined && startedAt - renewedAt >= ms) {
      if (await extendLease(database, "courier", token)) renewedAt = startedAt;
      else token = undefined;
    }
    return token !== undefined;
  }
  return {
    /** Renews the lease if it could end before the answer to a request that is sent now. False if it is lost. */
    maySend: () => renewAfter(renewToSendMs),
    /** Takes the lease, or renews it in time. False while another process is the courier. */
    async hold(now: number): Promise<boolean> {
      if (!(await renewAfter(renewEveryMs))) {
        const startedAt = steadyClock();
        token = await takeLease(database, "courier");
        if (token === undefined) return false;
        renewedAt = startedAt;
        mustRecover = true;
        await waitASecond();
      }
      if (token !== undefined && mustRecover) {
        await recoverClaims(database, token, now);
        mustRecover = false;
      }
      return token !== undefined;
    },
    /** Call this after an error or an interruption: the next `hold` renews the lease and makes lost claims due again. */
    recoverNextTime(): void {
      renewedAt = -Infinity;
      mustRecover = true;
    },
    async giveBack(): Promise<void> {
      if (token !== undefined) await giveLeaseBack(database, "courier", token);
    },
  };
}

/** Recovers claims only while this process holds the lease: the claims of another courier must stay. */
function recoverClaims(database: Database, token: number, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, "courier", token)) await releaseClaims(writing, now);
  });
}
