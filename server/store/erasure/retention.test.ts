import { expect, test } from "vitest";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { dayMs, leads, now, signedUp, signUp } from "#tests/support/store/retention-job.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { removeExpired } from "./retention.ts";

/** More people than a batch has rows. */
const returned = Array.from({ length: 250 }, (_, index) => `returned-${index}`);
const until = now - 365 * dayMs;
const limits = { heldUntil: 0, restUntil: until };

test.each(engines)(
  "on %s an expired person behind many who returned is removed",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (const email of returned) await signUp(database, { email, receivedAt: until });
    await signUp(database, { email: "expired", receivedAt: until - 1 });
    await deriveLeads(database, now);
    const removed = await removeExpired(database, limits, () => Promise.resolve(false));
    expect(removed).toMatchObject({ signUps: 1, leads: 1 });
    expect(await signedUp(database)).toEqual(returned);
    expect(await leads(database)).toEqual(returned.toSorted());
  },
);

test.each(engines)(
  "on %s what one run has no time to remove, the next runs remove",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (const email of returned) await signUp(database, { email, receivedAt: until - 1 });
    await deriveLeads(database, now);
    const run = () => removeExpired(database, limits, () => Promise.resolve(false));
    expect(await run()).toMatchObject({ signUps: 200, leads: 200 });
    expect(await run()).toMatchObject({ signUps: 50, leads: 50 });
    expect(await signedUp(database)).toEqual([]);
  },
);
