import type { Logger } from "pino";
import { takeOverClaims } from "#server/storage/claims.ts";
import { giveLeaseBack, keepLease, type Lease, takeLease } from "#server/storage/courier-lease.ts";
import { bringNear } from "#server/storage/far-times.ts";
import type { Database } from "#server/storage/tables.ts";

/** What makes this process the courier, as long as no other one is. */
export type LeaseHolder = {
  /** Undefined while another process is the courier. */
  hold(now: number): Promise<Lease | undefined>;
  /** The lease may be lost, or a pass broke off: both are looked after before the next one. */
  doubt(): void;
  leave(): Promise<void>;
};

/** Each turn renews the lease as well: this is for when there is nothing to send. */
const renewAfterMs = 10_000;

type Held = {
  lease: Lease | undefined;
  renewedAt: number;
  /** Leads may still be marked as in hand: by a courier that died, or by a pass that broke off. */
  untidy: boolean;
};

export function createLeaseHolder(database: Database, log: Logger): LeaseHolder {
  const held: Held = { lease: undefined, renewedAt: -Infinity, untidy: true };
  return {
    async hold(now) {
      // Also when the clock was set, forward or back.
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
  const kept = held.lease !== undefined && (await keepLease(database, held.lease, now));
  if (!kept) {
    held.lease = await takeLease(database, now);
    held.untidy = true;
  }
  if (held.lease !== undefined) await bringNear(database, now);
  held.renewedAt = now;
}

/** Only as long as the lease is ours: what another courier has in hand is not ours to take. */
function tidy(database: Database, lease: Lease, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await keepLease(writing, lease, now)) await takeOverClaims(writing, now);
  });
}

/** A store that is away keeps nobody from stopping: the lease runs out by itself. */
async function leave(database: Database, log: Logger, { lease }: Held): Promise<void> {
  try {
    if (lease !== undefined) await giveLeaseBack(database, lease);
  } catch (error) {
    log.warn({ error }, "The courier could not give its lease back: it runs out in half a minute.");
  }
}
