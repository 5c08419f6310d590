import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { extendLease, giveLeaseBack, type Lease, takeLease } from "#server/store/courier/lease.ts";
import { releaseClaims } from "#server/store/deliveries/deliveries.ts";
import type { Database } from "#server/store/tables.ts";

/** Holds the lease that makes this process the courier, the only one among all processes. */
export type LeaseHolder = {
  /** Takes the lease, or renews it in time. False while another process is the courier. */
  hold(now: number): Promise<boolean>;
  /** Renews the lease in time, and while `send` waits for its answer; undefined without sending if the lease is lost. */
  whileHeld<Answer>(send: () => Promise<Answer>): Promise<Answer | undefined>;
  /** Call this after an error or an interruption: the next `hold` renews the lease and makes lost claims due again. */
  recoverNextTime(): void;
  release(): Promise<void>;
};

type HolderDeps = {
  database: Database;
  log: Log;
  steadyClock: () => number;
  /** Waits for a second when this process becomes the courier: the last one may have sent requests until now. */
  waitASecond: () => Promise<void>;
};

/** A third of the lease's time, because an answer may take nearly as long as the lease lasts. */
const renewEveryMs = 10_000;

export function createLeaseHolder({
  database,
  log,
  steadyClock,
  waitASecond,
}: HolderDeps): LeaseHolder {
  let lease: Lease | undefined;
  let renewedAt = -Infinity;
  /** True when deliveries may still be claimed by a courier that died or by a pass that failed. */
  let mustRecover = true;
  async function renew(): Promise<void> {
    const startedAt = steadyClock();
    if (lease !== undefined && !(await extendLease(database, lease))) lease = undefined;
    renewedAt = startedAt;
  }
  async function isStillHeld(): Promise<boolean> {
    if (lease !== undefined && steadyClock() - renewedAt >= renewEveryMs) await renew();
    return lease !== undefined;
  }
  async function take(): Promise<void> {
    const startedAt = steadyClock();
    lease = await takeLease(database);
    if (lease === undefined) return;
    renewedAt = startedAt;
    mustRecover = true;
    await waitASecond();
  }
  return {
    async hold(now) {
      if (!(await isStillHeld())) await take();
      if (lease !== undefined && mustRecover) {
        await recoverClaims(database, lease, now);
        mustRecover = false;
      }
      return lease !== undefined;
    },
    async whileHeld(send) {
      if (!(await isStillHeld())) return undefined;
      // A store that cannot be reached is asked again in time; a lost lease is noticed before the next request.
      const renewing = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
      try {
        return await send();
      } finally {
        clearInterval(renewing);
      }
    },
    recoverNextTime() {
      renewedAt = -Infinity;
      mustRecover = true;
    },
    /** A store that cannot be reached does not stop the shutdown, because the lease expires by itself. */
    async release() {
      try {
        if (lease !== undefined) await giveLeaseBack(database, lease);
      } catch (error) {
        log.warn({ error }, logLines.leaseNotReleased);
      }
    },
  };
}

/** Recovers claims only while this process holds the lease: the claims of another courier must stay. */
function recoverClaims(database: Database, lease: Lease, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, lease)) await releaseClaims(writing, now);
  });
}
