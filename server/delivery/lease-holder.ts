import type { Logger } from "pino";
import { limitFutureTimes } from "#server/storage/courier/future-times.ts";
import {
  extendLease,
  giveLeaseBack,
  type Lease,
  takeLease,
} from "#server/storage/courier/lease.ts";
import { releaseClaims } from "#server/storage/deliveries/claims.ts";
import type { Database } from "#server/storage/tables.ts";

/** Holds the lease that makes this process the courier, the only one among all processes. */
export type LeaseHolder = {
  /** Undefined while another process is the courier. */
  hold(now: number): Promise<Lease | undefined>;
  /** Call this when the lease may be lost or a pass has failed: the next `hold` asks for the lease and cleans up first. */
  doubt(): void;
  leave(): Promise<void>;
};

/** How often the lease is renewed when there is nothing to send; each request renews it too. */
const renewAfterMs = 10_000;

type Held = {
  lease: Lease | undefined;
  renewedAt: number;
  /** True when deliveries may still be claimed by a courier that died or by a pass that failed. */
  untidy: boolean;
};

export function createLeaseHolder(database: Database, log: Logger): LeaseHolder {
  const held: Held = { lease: undefined, renewedAt: -Infinity, untidy: true };
  return {
    async hold(now) {
      // The difference counts in both directions, because the clock may have been set back.
      const age = Math.abs(now - held.renewedAt);
      if (held.lease === undefined || age >= renewAfterMs) await renew(database, held, now);
      if (held.lease !== undefined && held.untidy) {
        await tidy(database, held.lease, now);
        held.untidy = false;
      }
      return held.lease;
    },
    doubt() {
      held.renewedAt = -Infinity;
      held.untidy = true;
    },
    leave: () => leave(database, log, held),
  };
}

async function renew(database: Database, held: Held, now: number): Promise<void> {
  const kept = held.lease !== undefined && (await extendLease(database, held.lease, now));
  if (!kept) {
    held.lease = await takeLease(database, now);
    held.untidy = true;
  }
  if (held.lease !== undefined) await limitFutureTimes(database, now);
  held.renewedAt = now;
}

/** Releases such claims, but only while this process holds the lease: another courier's claims must stay. */
function tidy(database: Database, lease: Lease, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await extendLease(writing, lease, now)) await releaseClaims(writing, now);
  });
}

/** Gives the lease back. A store that cannot be reached does not stop the shutdown, because the lease runs out by itself. */
async function leave(database: Database, log: Logger, { lease }: Held): Promise<void> {
  try {
    if (lease !== undefined) await giveLeaseBack(database, lease);
  } catch (error) {
    log.warn({ error }, "The courier could not give its lease back: it runs out in half a minute.");
  }
}
