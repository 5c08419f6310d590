import { expect, onTestFinished, test } from "vitest";
import { type Loss, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { countInPostgres } from "#tests/support/faults/store.ts";
import { createPostgresDatabase } from "#tests/support/store/temporary-database.ts";

const testTimeLimitMs = 40_000;
const recovery = { timeout: 15_000, interval: 100 };
const key = "0123456789abcdef";

test.each<{ what: Loss; keptBefore: number }>([
  { what: "everything", keptBefore: 0 },
  // Postgres did store it, but could not say so.
  { what: "answers", keptBefore: 1 },
])(
  "while $what between server and Postgres gets lost, a sign-up is told to come again, and then is one",
  async ({ what, keptBefore }) => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const network = await startFaultProxy(store.url);
    const server = await startFaultServer({ DATABASE_URL: network.url });
    const ask = (email: string, own?: string) =>
      signUp({ url: server.url, email, ...(own && { key: own }) });
    const kept = () => countInPostgres(store.url, `submissions where idempotency_key = '${key}'`);
    expect(await ask("first@example.com")).toMatchObject({ status: 200 });
    network.lose(what);
    const inVain = { status: 503, retryAfter: "5" };
    expect(await ask("ana@example.com", key)).toEqual(inVain);
    const crowd = ["b@example.com", "c@example.com"].map((email) => ask(email));
    expect(await Promise.all(crowd)).toEqual([inVain, inVain]);
    expect(await server.readiness()).toBe(503);
    await expect.poll(kept, recovery).toBe(keptBefore);
    network.mend();
    await expect.poll(() => ask("later@example.com"), recovery).toMatchObject({ status: 200 });
    await expect.poll(server.readiness, recovery).toBe(200);
    expect(await ask("ana@example.com", key)).toMatchObject({ status: 200 });
    expect(await kept()).toBe(1);
  },
  testTimeLimitMs,
);
