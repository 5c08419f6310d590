import { expect, onTestFinished, test } from "vitest";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { emailSequence } from "#tests/support/faults/store.ts";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"];
const testTimeLimitMs = 60_000;
const reloading = { timeout: 10_000, interval: 50 };
const key = "0123456789abcdef";

test(
  "a Postgres that stops waiting for its disk gets no 200, neither for a new nor for a repeated sign-up, until it waits again",
  async () => {
    const postgres = await startTemporaryPostgres();
    onTestFinished(postgres.stop);
    const server = await startFaultServer({ DATABASE_URL: postgres.url });
    const newEmail = emailSequence();
    const isNew = () => send({ email: newEmail() });
    const isRepeated = () => send({ email: "ana@example.com", key });
    const send = async (one: { email: string; key?: string }) =>
      (await signUp({ url: server.url, ...one })).status;
    const turn = async (name: string, value: "on" | "off") => {
      await tellPostgres(postgres.url, `alter system set ${name} = ${value}`);
      await tellPostgres(postgres.url, "select pg_reload_conf()");
    };
    expect(await isRepeated()).toBe(200);
    for (const name of settings) {
      await turn(name, "off");
      for (const ask of [server.readiness, isNew, isRepeated])
        await expect.poll(ask, { ...reloading, message: `${name} = off` }).toBe(503);
      await turn(name, "on");
      for (const ask of [server.readiness, isNew, isRepeated])
        await expect.poll(ask, { ...reloading, message: `${name} = on` }).toBe(200);
    }
  },
  testTimeLimitMs,
);
