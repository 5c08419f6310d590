import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { limitFutureTimes } from "#server/store/courier/future-times.ts";
import { extendLease, giveLeaseBack, type Lease, takeLease } from "#server/store/courier/lease.ts";
import { releaseClaims } from "#server/store/deliveries/claims.ts";
import type { Database } from "#server/store/tables.ts";

/** Holds the lease that makes this process the courier, the only one among all processes. */
export type LeaseHolder = {
  /** Takes or renews the lease, and returns it; undefined while another process is the courier. */
  hold(now: number): Promise<Lease | undefined>;
  /**
   * Call this when the lease may be lost or a pass has failed: the next `hold` first renews the lease and recovers the
   * claims of deliveries.
   */
  checkNextTime(): void;
  release(): Promise<void>;
};

/**
 * How often the lease is renewed when there is nothing to send, in milliseconds. While there is something to send, each
 * request renews the lease.
 */
const renewAfterMs = 10_000;

type LeaseState = {
  lease: Lease | undefined;
  renewedAt: number;
  /** True when deliveries may still be claimed by a courier that died or by a pass that failed. */
  mustRecoverClaims: boolean;
};

export function createLeaseHolder(database: Database, log: Log): LeaseHolder {
  const state: LeaseState = { lease: undefined, renewedAt: -Infinity, mustRecoverClaims: true };
  return {
    async hold(now) {
      // A renewal of the lease that seems to lie in the future counts as old, because the clock may have been set back.
      const age = Math.abs(now - state.renewedAt);
      if (state.lease === undefined || age >= renewAfterMs) await renew(database, state, now);
      if (state.lease !== undefined && state.mustRecoverClaims) {
        await recoverClaims(database, state.lease, now);
        state.mustRecoverClaims = false;
      }
      return state.lease;
    },
    checkNextTime() {
      state.renewedAt = -Infinity;
      state.mustRecoverClaims = true;
    },
    release: () => release(database, log, state),
  };
}

async function renew(database: Database, state: LeaseState, now: number): Promise<void> {
  const kept = state.lease !== undefined && (await extendLease(database, state.lease, now));
  if (!kept) {
    state.lease = await takeLease(database, now);
    state.mustRecoverClaims = true;
  }
  if (state.lease !== undefined) await limitFutureTimes(database, now);
  state.renewedAt = now;
}

/** Recovers claims only while this process holds the lease: the claims of another courier must stay. */
function recoverClaims(database: Database, lease: Lease, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, lease, now)) await releaseClaims(writing, now);
  });
}

/** Gives the lease back. A store that cannot be reached does not stop the shutdown, because the lease expires by itself. */
async function release(database: Database, log: Log, { lease }: LeaseState): Promise<void> {
  try {
    if (lease !== undefined) await giveLeaseBack(database, lease);
  } catch (error) {
    log.warn({ error }, logLines.leaseNotReleased);
  }
}
