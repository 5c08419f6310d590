import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia, people } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import { makeCopy } from "./copy.ts";
import { restoreStore } from "./restore-command.ts";

const going = new AbortController().signal;

test("a copy of Postgres comes back into an empty Postgres or SQLite only", async () => {
  const operator = await createOperator("postgres");
  await operator.signUp({ lead: ana });
  const file = join(await temporaryFolder(), "leads.sqlite");
  const copied = await operator.run(["backup", file]);
  expect(copied).toMatchObject({ code: 0, err: "" });
  expect(copied.out).not.toContain("postgres://");
  expect(await operator.run(["restore", file])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Crie um banco novo e vazio"),
  });
  for (const other of [await emptyPostgres(), await emptyFolder()]) {
    expect(await other.run(["restore", file])).toMatchObject({ code: 0 });
    expect((await other.run(["list"])).out).toContain(ana.email);
  }
});

test("people erased after a copy are erased again with a newer copy", async () => {
  const operator = await createOperator("postgres");
  await operator.signUp({ lead: ana });
  await operator.signUp({ lead: bia });
  const folder = await temporaryFolder();
  const [older, newer] = [join(folder, "older"), join(folder, "newer")];
  await operator.run(["backup", older]);
  await operator.run(["erase", bia.email, "--yes"]);
  await operator.run(["backup", newer]);
  const without = await emptyPostgres();
  expect((await without.run(["restore", older])).err).toContain("--erased");
  expect((await without.run(["list"])).out).toContain(bia.email);
  for (const other of [await emptyPostgres(), await emptyFolder()]) {
    const restored = await other.run(["restore", older, "--erased", newer]);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain("pessoas apagadas de novo: 1");
    const { out } = await other.run(["list"]);
    expect([out.includes(ana.email), out.includes(bia.email)]).toEqual([true, false]);
  }
});

test("after a restore into Postgres a new sign-up gets a number of its own", async () => {
  const { url, database } = await openPostgresStore();
  const [one, two, three] = people(3);
  for (const lead of [one, two])
    if (lead) await appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await makeCopy({ kind: "postgres", url }, copy, going);
  const other = await openPostgresStore();
  await restoreStore(
    { kind: "postgres", url: other.url },
    { backup: copy, replace: false, now: 1, stopped: going },
  );
  if (three)
    await appendSubmission(other.database, { lead: three, surface: "popup", receivedAt: 2 });
  expect(await emailsOf(other.database)).toEqual([one, two, three].map((lead) => lead?.email));
});

test("a restore into Postgres that is stopped writes nothing", async () => {
  const operator = await createOperator("postgres");
  await operator.signUp({ lead: ana });
  const file = join(await temporaryFolder(), "leads.sqlite");
  await operator.run(["backup", file]);
  const empty = await emptyPostgres();
  await empty.createStore();
  const stopSignal = () => AbortSignal.abort();
  expect(await empty.run(["restore", file], { stopSignal })).toMatchObject({ code: 1 });
  expect((await empty.run(["list"])).out).not.toContain(ana.email);
});

test("a restore that is stopped does not wait for a Postgres that does not answer", async () => {
  const { url, database } = await openPostgresStore();
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await makeCopy({ kind: "postgres", url }, copy, going);
  const stopping = new AbortController();
  await database.transaction().execute(async (blocking) => {
    await sql`lock table submissions in share row exclusive mode`.execute(blocking);
    const options = { backup: copy, replace: false, now: 1, stopped: stopping.signal };
    const restoring = expect(restoreStore({ kind: "postgres", url }, options)).rejects.toThrow();
    await expect.poll(() => waitingFor(blocking, "submissions")).toBe(1);
    stopping.abort();
    await restoring;
  });
});

test("a sign-up during a restore into Postgres stays, and ends the restore", async () => {
  const { url } = await openPostgresStore();
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await makeCopy({ kind: "postgres", url }, copy, going);
  const other = await openPostgresStore();
  const { restoring } = await other.database.transaction().execute(async (storing) => {
    // The restore can read this table, but it cannot write to it before the sign-up is stored.
    await sql`lock table submissions in share row exclusive mode`.execute(storing);
    const store = { kind: "postgres", url: other.url } as const;
    const restoring = restoreStore(store, {
      backup: copy,
      replace: false,
      now: 1,
      stopped: going,
    });
    await expect.poll(() => waitingFor(storing, "submissions")).toBe(1);
    await appendSubmission(storing, { lead: ana, surface: "popup", receivedAt: 1 });
    return { restoring };
  });
  expect(await restoring).toEqual({
    kind: "refused",
    why: expect.stringContaining("já tem leads"),
  });
  expect(await emailsOf(other.database)).toEqual([ana.email]);
});

async function emptyPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return { ...operatorOf(store), store };
}

async function emptyFolder() {
  return operatorOf({ kind: "sqlite", folder: join(await temporaryFolder(), "data") });
}

async function emailsOf(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}
