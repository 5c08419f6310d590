import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Contract, Runtime } from "#tests/support/contract/runtime.ts";
import {
  newKey,
  newPerson,
  sendForm,
  sendJson,
  storedOf,
} from "#tests/support/contract/senders.ts";
import type { Loss } from "#tests/support/faults/proxy.ts";

/** After this time the first of two sign-ups has the function's open connection to Postgres. */
const untilTakenMs = 100;
const recovery = { timeout: 60_000, interval: 100 };

export const faults: Contract = {
  "while everything between the function and Postgres is lost, a sign-up is answered 503, and its repetition is stored once":
    (runtime) => expectOnceAfterLoss(runtime, { what: "everything", storedBefore: 0 }),

  // Postgres stores the sign-up, but its answer does not reach the function.
  "while only the answers of Postgres are lost, a sign-up is answered 503, and its repetition is stored once":
    (runtime) => expectOnceAfterLoss(runtime, { what: "answers", storedBefore: 1 }),

  "after Postgres has closed all connections the next sign-ups are stored": async (runtime) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(runtime.database);
    await expectStoredAgain(runtime, () => sendJson(runtime, newPerson()));
  },
};

async function expectOnceAfterLoss(
  runtime: Runtime,
  { what, storedBefore }: { what: Loss; storedBefore: number },
): Promise<void> {
  const [person, key] = [newPerson(), newKey()];
  const stored = async () => (await storedOf(runtime, person)).length;
  try {
    // Repeat until the sign-up reached Postgres: another query of the server may have used the only open connection,
    // and no new connection can be opened.
    do {
      runtime.network.restore();
      await expectStored(() => sendJson(runtime, newPerson()));
      runtime.network.lose(what);
      const first = sendJson(runtime, person, key);
      await sleep(untilTakenMs);
      await expectRefused(await sendJson(runtime, newPerson()));
      await expectRefused(await first);
    } while ((await stored()) < storedBefore);
    expect(await stored()).toBe(storedBefore);
    expect(await readiness(runtime)).toBe(503);
  } finally {
    runtime.network.restore();
  }
  await expectStoredAgain(runtime, () => sendJson(runtime, newPerson()));
  await expect.poll(() => readiness(runtime), recovery).toBe(200);
  await expectStored(() => sendJson(runtime, person, key));
  expect(await stored()).toBe(1);
}

async function readiness({ url }: Runtime): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

async function expectRefused(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ ok: false, code: "unavailable" });
}

async function expectStoredAgain(runtime: Runtime, send: () => Promise<Response>): Promise<void> {
  await expectStored(send);
  await expectStored(() => sendForm(runtime, { ...newPerson() }), 303);
}

/** Sends a sign-up until it is stored: a server that was stopped for seconds by a busy machine also answers 503. */
async function expectStored(send: () => Promise<Response>, status = 200): Promise<void> {
  await expect.poll(async () => (await send()).status, recovery).toBe(status);
}
