import { expect, test } from "vitest";
import { type FaultServer, isLongRun, startFaultServer } from "#tests/support/faults/server.ts";
import { signUpUntilStored } from "#tests/support/faults/sign-up.ts";
import { countInPostgres, postgresDatabase } from "#tests/support/faults/store.ts";
import { ana, bia, caio } from "#tests/support/people.ts";

const processes = isLongRun ? 8 : 2;
/** An even number: half of the sign-ups of one person come after the first half was derived. */
const times = 50;
const polling = { timeout: 60_000, interval: 50 };
const testTimeLimitMs = 120_000;

type Repeated = { email: string; key?: string };

const atOnce: Repeated = { email: ana.email };
const inTwoWaves: Repeated = { email: bia.email };
const underOneKey: Repeated = { email: caio.email, key: "0123456789abcdef" };

test(
  `${processes} servers on one Postgres derive one lead from ${times} sign-ups`,
  async () => {
    const url = await postgresDatabase();
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startFaultServer({ DATABASE_URL: url })),
    );
    const count = (rows: string) => countInPostgres(url, rows);
    const submissions = ({ email }: Repeated) => count(`submissions where email = '${email}'`);
    const all = [atOnce, inTwoWaves, underOneKey];
    for (const wave of [0, 1]) {
      const statuses = await Promise.all(all.map((one) => sendHalf(servers, one, wave)));
      expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
      await expect.poll(() => count("submissions where derived_at is null"), polling).toBe(0);
    }
    expect(await submissions(atOnce), "at once").toBe(times);
    expect(await submissions(inTwoWaves), "in two waves").toBe(times);
    expect(await submissions(underOneKey), "at once under one key").toBe(1);
    expect(
      await count(`(${derivationsOf(inTwoWaves)}) as derivations`),
      "derivations",
    ).toBeGreaterThan(1);
    for (const { email } of all) expect(await count(`leads where email = '${email}'`)).toBe(1);
    expect(await count("leads")).toBe(3);
    expect(await count("deliveries")).toBe(3);
  },
  testTimeLimitMs,
);

function sendHalf(
  servers: FaultServer[],
  { email, key }: Repeated,
  wave: number,
): Promise<number[]> {
  const all = Array.from({ length: times / 2 }, (_, index) => {
    const url = servers[index % processes]?.url ?? "";
    const own = `${email.split("@")[0]}-number-${wave}-${index}`;
    return signUpUntilStored({ url, email, key: key ?? own });
  });
  return Promise.all(all);
}

/** A query for the times of derivation. Submissions that are derived together have the same time. */
function derivationsOf({ email }: Repeated): string {
  return `select distinct derived_at from submissions where email = '${email}'`;
}
