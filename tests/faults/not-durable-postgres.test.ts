import { expect, onTestFinished, test } from "vitest";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { emailSequence } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"];
const testTimeLimitMs = 60_000;
const reloading = { timeout: 10_000, interval: 50 };
const key = "0123456789abcdef";

test(
  "while Postgres does not wait for its disk, neither a new nor a repeated sign-up is answered 200",
  async () => {
    const postgres = await startTemporaryPostgres();
    onTestFinished(postgres.stop);
    const server = await startFaultServer({ DATABASE_URL: postgres.url });
    const newEmail = emailSequence();
    const send = async (one: { email: string; key?: string }) =>
      (await signUp({ url: server.url, ...one })).status;
    const signUpNew = () => send({ email: newEmail() });
    const signUpAgain = () => send({ email: ana.email, key });
    const set = async (name: string, value: "on" | "off") => {
      await tellPostgres(postgres.url, `alter system set ${name} = ${value}`);
      await tellPostgres(postgres.url, "select pg_reload_conf()");
    };
    expect(await signUpAgain()).toBe(200);
    for (const name of settings) {
      await set(name, "off");
      for (const status of [server.readiness, signUpNew, signUpAgain])
        await expect.poll(status, { ...reloading, message: `${name} = off` }).toBe(503);
      await set(name, "on");
      for (const status of [server.readiness, signUpNew, signUpAgain])
        await expect.poll(status, { ...reloading, message: `${name} = on` }).toBe(200);
    }
  },
  testTimeLimitMs,
);
