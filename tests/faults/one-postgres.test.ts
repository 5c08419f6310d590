import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import { type SignUp, signUp } from "#tests/support/faults/sign-up.ts";
import { countInPostgres, postgresDatabase } from "#tests/support/faults/store.ts";
import { ana, bia, caio } from "#tests/support/people.ts";

const processes = 8;
const times = 50;
const polling = { timeout: 15_000, interval: 50 };
/**
 * The time over which one person's sign-ups are spread. It is longer than the pause between derivations, so that
 * several processes derive the same lead.
 */
const spreadMs = 2_500;
const testTimeLimitMs = 60_000;

type Repeated = { email: string; key?: string; withinMs?: number };

const atOnce: Repeated = { email: ana.email };
const oneByOne: Repeated = { email: bia.email, withinMs: spreadMs };
const underOneKey: Repeated = { email: caio.email, key: "0123456789abcdef" };

test(
  `${processes} servers on one Postgres derive one lead from a sign-up that is sent ${times} times`,
  async () => {
    const url = await postgresDatabase();
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startFaultServer({ DATABASE_URL: url })),
    );
    const count = (rows: string) => countInPostgres(url, rows);
    const submissions = ({ email }: Repeated) => count(`submissions where email = '${email}'`);
    const all = [atOnce, oneByOne, underOneKey];
    const statuses = await Promise.all(all.map((one) => sendMany(servers, one)));
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
    await expect.poll(() => count("submissions where derived_at is null"), polling).toBe(0);
    expect(await submissions(atOnce), "at once").toBe(times);
    expect(await submissions(oneByOne), "one after the other").toBe(times);
    expect(await submissions(underOneKey), "at once under one key").toBe(1);
    expect(
      await count(`(${derivationsOf(oneByOne)}) as derivations`),
      "derivations",
    ).toBeGreaterThan(1);
    for (const { email } of all) expect(await count(`leads where email = '${email}'`)).toBe(1);
    expect(await count("leads")).toBe(3);
    expect(await count("deliveries")).toBe(3);
  },
  testTimeLimitMs,
);

function sendMany(
  servers: FaultServer[],
  { withinMs = 0, email, key }: Repeated,
): Promise<number[]> {
  const all = Array.from({ length: times }, async (_, index) => {
    await sleep(withinMs * Math.random());
    const url = servers[index % processes]?.url ?? "";
    return signUpUntilStored({ url, email, key: key ?? `${email.split("@")[0]}-number-${index}` });
  });
  return Promise.all(all);
}

/** After a 503, as from a busy machine, sends the sign-up again under the same key, as the page does. */
async function signUpUntilStored(options: SignUp, tries = 5): Promise<number> {
  const { status } = await signUp(options);
  return status === 503 && tries > 1 ? signUpUntilStored(options, tries - 1) : status;
}

/** A query for the times of derivation. Submissions that are derived together have the same time. */
function derivationsOf({ email }: Repeated): string {
  return `select distinct derived_at from submissions where email = '${email}'`;
}
