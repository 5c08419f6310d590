import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import { type SignUp, signUp } from "#tests/support/faults/sign-up.ts";
import { countInPostgres } from "#tests/support/faults/store.ts";
import { createPostgresDatabase } from "#tests/support/store/temporary-database.ts";

const processes = 8;
const times = 50;
const settling = { timeout: 15_000, interval: 50 };
/** Longer than the bookkeepers rest: the sign-ups of one person fall to several of them. */
const spreadMs = 2_500;
const testTimeLimitMs = 60_000;

const ana = { email: "ana@example.com" };
const bia = { email: "bia@example.com", withinMs: spreadMs };
const caio = { email: "caio@example.com", key: "0123456789abcdef" };

test(
  `${processes} servers on one Postgres make one lead of the same sign-up sent ${times} times`,
  async () => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startFaultServer({ DATABASE_URL: store.url })),
    );
    const count = (rows: string) => countInPostgres(store.url, rows);
    const submissions = ({ email }: Sent) => count(`submissions where email = '${email}'`);
    const statuses = await Promise.all([ana, bia, caio].map((one) => send(servers, one)));
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
    await expect.poll(() => count("submissions where derived_at is null"), settling).toBe(0);
    expect(await submissions(ana), "at once").toBe(times);
    expect(await submissions(bia), "one after the other").toBe(times);
    expect(await submissions(caio), "at once under one key").toBe(1);
    expect(await count(`(${batchesOf(bia)}) as batches`), "taken together").toBeGreaterThan(1);
    for (const { email } of [ana, bia, caio])
      expect(await count(`leads where email = '${email}'`)).toBe(1);
    expect(await count("leads")).toBe(3);
    expect(await count("deliveries")).toBe(3);
  },
  testTimeLimitMs,
);

type Sent = { email: string; key?: string; withinMs?: number };

function send(servers: FaultServer[], { withinMs = 0, ...what }: Sent): Promise<number[]> {
  const all = Array.from({ length: times }, async (_, index) => {
    await sleep(withinMs * Math.random());
    const url = servers[index % processes]?.url ?? "";
    return signUpAgain({ url, key: `${what.email.split("@")[0]}-number-${index}`, ...what });
  });
  return Promise.all(all);
}

/** As the page does: whoever is told to come again, as by a machine that is busy, comes under the same key. */
async function signUpAgain(what: SignUp, tries = 5): Promise<number> {
  const { status } = await signUp(what);
  return status === 503 && tries > 1 ? signUpAgain(what, tries - 1) : status;
}

/** Those that one bookkeeper takes at once have one time. */
function batchesOf({ email }: Sent): string {
  return `select distinct derived_at from submissions where email = '${email}'`;
}
