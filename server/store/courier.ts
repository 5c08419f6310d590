import { sql } from "kysely";
import { importable, releaseClaims } from "./deliveries.ts";
import { extendLease, giveLeaseBack, takeLease } from "./lease.ts";
import type { Database, Tables } from "./schema.ts";

/**
 * What makes the courier wait before it sends any lead, in any process: a rest, a failing account, a pause, or a
 * command.
 */
export type CourierState = {
  /**
   * The courier sends nothing before this time: ActiveCampaign asked for a rest, or fails and gets the next request
   * then.
   */
  restUntil: number;
  /** Since when and why the account at ActiveCampaign accepts no leads. */
  failing: { since: number; reason: string } | undefined;
  /** How often in a row the account failed: the wait before the next request grows with this number. */
  failures: number;
  /** When the operator paused the deliveries: only the operator ends this pause. */
  pausedAt: number | undefined;
  /** Until this time the operator's commands send requests to ActiveCampaign too. */
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

/** Makes the courier wait until the time that ActiveCampaign asked for; a later time that is stored already stays. */
export async function restUntil(database: Database, until: number): Promise<void> {
  await sql`
    update courier set rest_until = ${until} where rest_until < ${until}
  `.execute(database);
}

/**
 * Stops all deliveries until the account answers again. If the account failed already, the time at which the failure
 * began stays.
 */
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

/**
 * Lets the courier send one request at once, to try the account: only this request can fail, not the whole backlog,
 * because `failing_since` stays until an answer ends the failure.
 */
export async function endRest(database: Database): Promise<void> {
  await sql`update courier set rest_until = 0, failures = 0`.execute(database);
}

/** Pauses the deliveries for the operator: from `now` on nothing is sent. */
export async function pauseDeliveries(database: Database, now: number): Promise<void> {
  await sql`update courier set paused_at = ${now}`.execute(database);
}

/** Ends the operator's pause, and nothing else: a rest that ActiveCampaign asked for still holds. */
export async function resumeDeliveries(database: Database): Promise<void> {
  await sql`update courier set paused_at = null`.execute(database);
}

/** When the courier sends a request, its knowledge of running commands may be at most this old. */
export const commandKnownMs = 2_000;
/**
 * A command's wait before its first request. In the last second of this wait the courier knows of the command, and
 * sends less.
 */
const commandWaitMs = commandKnownMs + 1_000;
const commandGapMs = 1_000;
/** How long the courier sends fewer requests, to leave room for the next request of a command. */
const commandKeepsMs = 5_000;
/**
 * A stored time that is further ahead than this is wrong, because no queue of commands is so long: the clock was set
 * back.
 */
const commandMaxMs = 60_000;

/**
 * Returns when a command may send its next request: all commands of all machines together send one request a second.
 * `command_until` is five seconds after the newest turn: until then the courier leaves a share of the requests to
 * commands.
 */
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
 * class, and gets the tag of those who entered.
 */
export type Due = Record<"delivery" | "removal" | "import" | "check" | "entry", boolean | number>;

/**
 * If more leads than this are due, an import sends them together: a lead sent individually takes three requests or
 * more.
 */
const maxIndividually = 50;

/** Finds the work that is due and what makes it wait, with one query that reads only a few index entries. */
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
  /** Waits for a second when this process becomes the courier: the last courier may have sent requests until now. */
  waitASecond: () => Promise<void>;
};

const renewEveryMs = 10_000;
/**
 * A request may be sent if the lease was renewed less than this time ago: the lease then lasts 26 s or more, and the
 * slowest answer takes 25 s.
 */
const renewToSendMs = 4_000;

/** The process that holds this lease is the courier: only one process at a time sends leads. */
export function createCourierLease({ database, steadyClock, waitASecond }: LeaseDeps) {
  let token: number | undefined;
  let renewedAt = -Infinity;
  /** True when deliveries may still be claimed by a courier that died, or by work of this courier that failed. */
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
    /** Renews the lease if it could end before the answer to a request that is sent now. False if the lease is lost. */
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

/**
 * Makes claimed deliveries due again, but only while this process holds the lease: the claims of another courier must
 * stay.
 */
function recoverClaims(database: Database, token: number, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, "courier", token)) await releaseClaims(writing, now);
  });
}
