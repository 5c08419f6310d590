import { expect, test } from "vitest";
import { startTicking, type Ticking } from "#tests/support/courier/ticking.ts";
import { rounds } from "#tests/support/faults/server.ts";

const kills = Math.ceil(Math.min(rounds, 100) / 3);
const killTimeLimitMs = 60_000;
const leadsPerTick = 2;
const leaseMs = 30_000;
const polling = { timeout: killTimeLimitMs, interval: 5 };

test(
  `after each of ${kills} ticks that are killed amid deliveries, the next tick delivers each lead`,
  async () => {
    const ticking = await startTicking();
    for (let kill = 0; kill < kills; kill += 1) {
      await ticking.signUp(leadsPerTick);
      await killAmidDelivery(ticking);
      expect(await leaseEndsIn(ticking)).toBeLessThanOrEqual(leaseMs);
      expect(await tickBeforeLeaseEnds(ticking)).toEqual({ kind: "busy" });
      await endLease(ticking);
      expect(await ticking.tick()).toEqual({ kind: "worked", moreLeft: false });
      expect(await undelivered(ticking)).toEqual([]);
    }
    const { fake } = ticking;
    const emails = new Set(fake.contacts.map(({ email }) => email));
    expect(fake.contacts).toHaveLength(kills * leadsPerTick);
    expect(emails.size).toBe(kills * leadsPerTick);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
  kills * killTimeLimitMs,
);

/** Kills the tick after one of its first requests: before the answer, or between the answer and its record. */
async function killAmidDelivery({ fake, startTickProcess }: Ticking): Promise<void> {
  const killAt = fake.requests.length + 1 + Math.floor(Math.random() * 3);
  const { kill } = startTickProcess();
  await expect.poll(() => fake.requests.length, polling).toBeGreaterThanOrEqual(killAt);
  await kill();
}

async function leaseEnd({ database }: Ticking): Promise<number> {
  const row = await database.selectFrom("courier").select("expires_at").executeTakeFirstOrThrow();
  return row.expires_at;
}

async function leaseEndsIn(ticking: Ticking): Promise<number> {
  return (await leaseEnd(ticking)) - Date.now();
}

async function tickBeforeLeaseEnds(ticking: Ticking) {
  const justBefore = (await leaseEnd(ticking)) - 1;
  return ticking.tick({ clock: () => Promise.resolve(justBefore) });
}

/** Lets the lease of the killed tick end now instead of after half a minute. */
async function endLease({ database }: Ticking): Promise<void> {
  await database.updateTable("courier").set({ expires_at: Date.now() }).execute();
}

function undelivered({ database }: Ticking) {
  return database
    .selectFrom("deliveries")
    .select(["state", "last_outcome"])
    .where("state", "!=", "delivered")
    .execute();
}
