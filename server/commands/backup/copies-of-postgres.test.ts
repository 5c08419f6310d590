import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outages } from "#phrases/store-outages.ts";
import { lastBackupAt } from "#server/store/action-log.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  databaseName,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";

test("a copy of Postgres comes back into an empty Postgres or into SQLite, and into nothing that has people", async () => {
  const operator = await createOperator("postgres");
  await operator.signUp({ lead: ana });
  const file = join(await temporaryFolder(), "leads.sqlite");
  const copied = await operator.run(["backup", file], { clock: () => 77_000 });
  expect(copied).toMatchObject({ code: 0, err: "" });
  expect(copied.out).not.toContain("postgres://");
  expect(await operator.use(lastBackupAt)).toBe(77_000);
  expect(await operator.run(["restore", file])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Crie um banco novo e vazio"),
  });
  for (const other of [await emptyPostgres(), await emptyFolder()]) {
    expect(await other.run(["restore", file])).toMatchObject({ code: 0 });
    expect((await other.run(["list"])).out).toContain(ana.email);
  }
});

test("a role that may only read all rows makes a copy, and is told that the panel will not show it", async () => {
  const { url } = await openPostgresStore();
  const role = await createRole(url, "bypassrls");
  await tellPostgres(url, `grant select on all tables in schema public to ${role}`);
  const { run } = operatorOf({ kind: "postgres", url: withRole(url, role) });
  const file = join(await temporaryFolder(), "leads.sqlite");
  expect(await run(["backup", file])).toMatchObject({
    code: 0,
    out: expect.stringContaining(file),
    err: expect.stringContaining("O painel não vai mostrar esta cópia"),
  });
});

test("people who were erased after a copy are erased again with a newer copy of the old Postgres", async () => {
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

test("a file of pg_dump is left to its own tool: the commands keep files private and hold no password", async () => {
  const { run } = await createOperator("postgres");
  const file = join(await temporaryFolder(), "o'clock $x.dump");
  await writeFile(file, "PGDMP…");
  const { code, err } = await run(["restore", file]);
  expect(code).toBe(1);
  expect(err).toContain("  pg_restore --");
  expect(err).not.toContain("postgres://");
  const commands = [...err.matchAll(/^ {2}(.*)$/gm)].map(([, command = ""]) => command);
  expect(commands[0]).toBe("umask 077");
  expect(commands.at(-1)).toBe("rm erasures.sql");
  expect(commands.join("\n")).toContain("o'\\''clock $x.dump'");
});

test("a file that is no copy is refused for Postgres too", async () => {
  const { run } = await createOperator("postgres");
  expect(await run(["restore", "/nowhere/leads.sqlite"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("este arquivo não existe"),
  });
});

test("a copy is not put into a Postgres that may lose it in a power cut, and the reason is told", async () => {
  const operator = await createOperator();
  await operator.signUp({ lead: ana });
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await operator.run(["backup", copy]);
  const { run, store } = await emptyPostgres();
  await tellPostgres(
    store.url,
    `alter database ${databaseName(store)} set synchronous_commit = off`,
  );
  const { code, err } = await run(["restore", copy]);
  expect(code).toBe(1);
  expect(err).toContain(outages.mayLoseCommits("synchronous_commit"));
});

async function emptyPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return { ...operatorOf(store), store };
}

async function emptyFolder() {
  return operatorOf({ kind: "sqlite", folder: join(await temporaryFolder(), "data") });
}
