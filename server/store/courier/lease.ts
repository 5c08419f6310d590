import { sql } from "kysely";
import { releaseClaims } from "#server/store/deliveries/deliveries.ts";
import type { Database, Writing } from "#server/store/row-types.ts";

/** The process that holds the lease is the courier, the only one among all processes. */
export type Lease = {
  /** Takes the lease, or renews it in time. False while another process is the courier. */
  hold(now: number): Promise<boolean>;
  /** Renews the lease if it could end before the answer to a request that is sent now. False if it is lost. */
  maySend(): Promise<boolean>;
  /** Call this after an error or an interruption: the next `hold` renews the lease and makes lost claims due again. */
  recoverNextTime(): void;
  giveBack(): Promise<void>;
};

type LeaseDeps = {
  database: Database;
  steadyClock: () => number;
  /** Waits for a second when this process becomes the courier: the last one may have sent requests until now. */
  waitASecond: () => Promise<void>;
};

/** How long a lease lasts: short enough that another process goes on within a minute after its holder died. */
export const leaseMs = 30_000;
const renewEveryMs = 10_000;
/** With a younger lease a request may be sent: the slowest answer takes 25 s, which is less than what is left. */
const renewToSendMs = 4_000;

export function createLease({ database, steadyClock, waitASecond }: LeaseDeps): Lease {
  let token: number | undefined;
  let renewedAt = -Infinity;
  /** True when deliveries may still be claimed by a courier that died or by a pass that failed. */
  let mustRecover = true;
  async function renewAfter(ms: number): Promise<boolean> {
    const startedAt = steadyClock();
    if (token !== undefined && startedAt - renewedAt >= ms) {
      if (await extendLease(database, token)) renewedAt = startedAt;
      else token = undefined;
    }
    return token !== undefined;
  }
  return {
    maySend: () => renewAfter(renewToSendMs),
    async hold(now) {
      if (!(await renewAfter(renewEveryMs))) {
        const startedAt = steadyClock();
        token = await takeLease(database);
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
    recoverNextTime() {
      renewedAt = -Infinity;
      mustRecover = true;
    },
    async giveBack() {
      if (token !== undefined) await giveLeaseBack(database, token);
    },
  };
}

/**
 * Whether a process may take a lease that lasts so long: its last holder has given it back, or it has expired by the
 * store's own clock, because the clocks of machines differ. A lease that ends later than any can was taken before the
 * clock was set back.
 */
export function isFree(lastsMs: number) {
  return sql<boolean>`(expires_at <= clock_ms() or expires_at > clock_ms() + ${sql.lit(2 * lastsMs)})`;
}

/** Gives the lease to one process. Each holder gets a new token, and an older token has no effect any more. */
export async function takeLease(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ token: number }>`
    update courier set token = token + 1, expires_at = clock_ms() + ${leaseMs}
    where ${isFree(leaseMs)} returning token`.execute(database);
  return rows[0]?.token;
}

/**
 * Returns false when another process has become the courier. In a transaction, it also locks the courier's row until
 * the transaction ends.
 */
async function extendLease(database: Database | Writing, token: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update courier set expires_at = clock_ms() + ${leaseMs} where token = ${token}
  `.execute(database);
  return numAffectedRows === 1n;
}

/** Recovers claims only while this process holds the lease: the claims of another courier must stay. */
function recoverClaims(database: Database, token: number, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, token)) await releaseClaims(writing, now);
  });
}

export async function giveLeaseBack(database: Database, token: number): Promise<void> {
  await sql`update courier set expires_at = 0 where token = ${token}`.execute(database);
}

/** Whether a process is the courier now. A lease expires half a minute after the process has died. */
export async function isCourierAtWork(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from courier where not ${isFree(leaseMs)}`.execute(database);
  return rows.length > 0;
}
