import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  type Engine,
  engines,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import { restoreStore } from "./restore.ts";

test("a copy of SQLite moves into an empty Postgres, and only there", async () => {
  const { file } = await copyOf("sqlite");
  const other = await emptyPostgres();
  expect(await other.run(["restore", file])).toMatchObject({ code: 0 });
  // After the restore, a new sign-up gets an id that no restored row has.
  await other.signUp({ lead: caio });
  const { out } = await other.run(["list"]);
  for (const { email } of [ana, bia, caio]) expect(out).toContain(email);
  expect(await other.run(["restore", file])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Crie um banco novo e vazio"),
  });
});

test.each(engines)(
  "people erased on %s stay erased in an older copy that is in Postgres",
  async (engine) => {
    const { file: older } = await copyOf("sqlite");
    const { operator, file: newer } = await copyOf(engine, bia.email);
    expect((await operator.run(["list"])).out).not.toContain(bia.email);
    const other = await emptyPostgres();
    expect((await other.run(["restore", older])).err).toContain("--erased");
    expect((await other.run(["list"])).out).toContain(bia.email);
    expect(await other.run(["restore", "--erased", newer])).toMatchObject({
      code: 0,
      out: "Pessoas apagadas de novo: 1.\n",
    });
    const { out } = await other.run(["list"]);
    expect([out.includes(ana.email), out.includes(bia.email)]).toEqual([true, false]);
  },
);

test("a sign-up during a restore into Postgres stays, and ends the restore", async () => {
  const { file } = await copyOf("sqlite");
  const { url, database } = await openPostgresStore();
  const { restoring } = await database.transaction().execute(async (storing) => {
    // Under this lock the restore can read the table, but cannot write to it before the sign-up is stored.
    await sql`lock table submissions in share row exclusive mode`.execute(storing);
    const store = { kind: "postgres", url } as const;
    const restoring = restoreStore(store, { backup: file, replace: false, now: 1 });
    await expect.poll(() => waitingFor(storing, "submissions")).toBe(1);
    await appendSubmission(storing, { lead: caio, surface: "popup", receivedAt: 1 });
    return { restoring };
  });
  expect(await restoring).toMatchObject({ kind: "refused" });
  const emails = await database.selectFrom("submissions").select("email").execute();
  expect(emails).toEqual([{ email: caio.email }]);
});

/** Makes the file that `backup` writes of a store with Ana and Bia, one of whom may be erased before. */
async function copyOf(engine: Engine, erased?: string) {
  const operator = await createOperator(engine);
  for (const lead of [ana, bia]) await operator.signUp({ lead });
  if (erased !== undefined) await operator.run(["erase", erased, "--yes"]);
  const file = join(await temporaryFolder(), "copy.sqlite");
  expect(await operator.run(["backup", file])).toMatchObject({ code: 0, err: "" });
  return { operator, file };
}

async function emptyPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return operatorOf(store);
}
