import { readdirSync } from "node:fs";
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { claimNext } from "#server/store/deliveries.ts";
import { claimRemoval, endRemoval } from "#server/store/erasure.ts";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { runOutside } from "#tests/support/faults/outside.ts";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

test("restore brings a backup into an empty folder", async () => {
  const { run, signUp, file } = await createOperatorWithBackupFile();
  await signUp({});
  await signUp({ lead: bia });
  const before = await run(["export"]);
  expect(await run(["backup", file])).toMatchObject({ code: 0, err: "" });
  const other = await createOperatorWithBackupFile();
  const { code, out, err } = await other.run(["restore", file]);
  expect(code).toBe(0);
  expect(err).toContain("Não se sabe aqui quem foi apagado depois desta cópia.");
  expect(out).toContain("foi restaurado. Leads: 2, inscrições: 2, pessoas apagadas de novo: 0.\n");
  expect(await other.run(["export"])).toEqual(before);
  expect(await other.actions()).toEqual(["restore"]);
});

test("an old copy brings no erased person back, who may sign up again", async () => {
  const { run, signUp, file } = await createOperatorWithBackupFile();
  await signUp({});
  await signUp({ lead: bia });
  await run(["list"]);
  await signUp({ receivedAt: 110 });
  await run(["backup", file]);
  await run(["erase", "ana@example.com", "--yes"]);
  const restored = await run(["restore", file, "--replace"]);
  expect(restored.out).toContain("Leads: 1, inscrições: 1, pessoas apagadas de novo: 1.\n");
  expect((await run(["list"])).out).not.toContain("ana@example.com");
  // The second restore erases Ana again, like the first restore, because the first restore has kept her erasure.
  const again = await run(["restore", file, "--replace"], { clock: () => 2_000 });
  expect(again.out).toContain("pessoas apagadas de novo: 1.\n");
  expect((await run(["list"])).out).not.toContain("ana@example.com");
  await signUp({ receivedAt: 900 });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("a copy of another installation brings its erasures to our own", async () => {
  const here = await createOperatorWithBackupFile();
  const there = await createOperatorWithBackupFile();
  await there.signUp({});
  await there.signUp({ lead: bia });
  await there.run(["erase", "bia@example.com", "--yes"]);
  await there.run(["backup", here.file]);
  await here.createStore();
  await here.run(["erase", "ana@example.com", "--yes"]);
  const { out } = await here.run(["restore", here.file, "--replace"]);
  expect(out).toContain("Leads: 0, inscrições: 0, pessoas apagadas de novo: 1.\n");
  await here.signUp({ lead: bia });
  await here.run(["backup", `${here.file}-2`]);
  const again = await here.run(["restore", `${here.file}-2`, "--replace"], {
    clock: () => 2_000,
  });
  expect(again.out).toContain("Leads: 0, inscrições: 0, pessoas apagadas de novo: 1.\n");
});

test("restore replaces a store only with --replace, and keeps the old store", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  await signUp({ lead: bia });
  expect(await run(["restore", file])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Para trocá-lo pela cópia, acrescente --replace."),
  });
  expect((await run(["list"])).out).toContain("bia@example.com");
  const { out } = await run(["restore", file, "--replace"]);
  const aside = join(store.folder, "leads.sqlite.replaced-1970-01-01T00-00-01.000Z");
  expect(out).toContain(`O banco antigo está agora em ${aside}.`);
  expect((await run(["list"])).out).not.toContain("bia@example.com");
  await run(["restore", aside, "--replace"], { clock: () => 2_000 });
  expect((await run(["list"])).out).toContain("bia@example.com");
  expect(readdirSync(store.folder).filter((name) => name.startsWith("restoring-"))).toEqual([]);
});

test("restore knows the erasures of a store that was set aside", async () => {
  const { run, signUp, store, file } = await createOperatorWithBackupFile();
  await signUp({});
  await signUp({ lead: bia });
  await run(["backup", file]);
  await run(["erase", bia.email, "--yes"]);
  const aside = join(store.folder, "leads.sqlite.replaced-2026-11-11T20-00-00.000Z");
  await rename(join(store.folder, "leads.sqlite"), aside);
  expect((await run(["restore", file])).out).toContain("pessoas apagadas de novo: 1.");
  expect((await run(["list"])).out).not.toContain(bia.email);
});

test("restore replaces an unreadable store: its erasures are lost", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  await writeFile(join(store.folder, "leads.sqlite"), "not a database at all".repeat(100));
  expect(await run(["restore", file])).toMatchObject({ code: 1 });
  expect(await run(["restore", file, "--replace"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("Não se sabe aqui quem foi apagado depois"),
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("restore sets the log of a lost store aside", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  const log = join(store.folder, "leads.sqlite-wal");
  await rm(join(store.folder, "leads.sqlite"));
  const lost = await leftByAnotherStore(log);
  expect(await run(["backup", `${file}-2`])).toMatchObject({ code: 1 });
  expect(await run(["restore", file])).toMatchObject({ code: 1 });
  expect(await run(["restore", file, "--replace"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("Não se sabe aqui quem foi apagado depois"),
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
  const [aside = ""] = readdirSync(store.folder).filter((name) => name.endsWith("Z-wal"));
  expect(await readFile(join(store.folder, aside))).toEqual(lost);
});

test("restore refuses while another process makes a copy, when no server runs", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  const copier = `
    import { openDatabase } from "#server/store/open-store.ts";
    import { copySqlite } from "#server/copies/backup.ts";
    const [folder, to] = process.argv.slice(1);
    await openDatabase({ kind: "sqlite", folder });
    await copySqlite(folder + "/leads.sqlite", to);
    process.stdout.write("copied");
    setInterval(() => {}, 1_000);`;
  const end = await runOutside(copier, [store.folder, `${file}-2`]);
  const refused = await run(["restore", file, "--replace"]);
  await end();
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("está em uso por") });
  expect(await run(["restore", file, "--replace"])).toMatchObject({ code: 0 });
});

test("restore refuses while a server has the store open", async () => {
  const { run, signUp, file, use } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  await use(async () => {
    expect(await run(["restore", file, "--replace"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("está em uso por um servidor ou por outro comando. Pare-o"),
    });
  });
  expect(await run(["restore", file, "--replace"])).toMatchObject({ code: 0 });
});

test("restore refuses a file that is no copy, and changes nothing", async () => {
  const { run, signUp, file } = await createOperatorWithBackupFile();
  await signUp({});
  expect((await run(["restore", file])).err).toContain("este arquivo não existe");
  await writeFile(file, "not a database at all".repeat(100));
  expect((await run(["restore", file])).err).toContain(
    "leads.backup: o arquivo não é um banco de dados: file is not a database.",
  );
  await writeFile(file, "");
  expect((await run(["restore", file])).err).toContain("não é uma cópia dos leads");
  expect((await run(["list"])).out).toContain("ana@example.com");
});

const eraseAna = ["erase", "ana@example.com", "--yes"] as const;

test("after a restore, a removal that was done since stays done", async () => {
  const { run, signUp, use, file, createStore } = await createOperatorWithBackupFile();
  await createStore();
  await run(eraseAna);
  await run(["backup", file]);
  await use(finishRemoval);
  await run(["restore", file, "--replace"]);
  expect(await use(removals)).toMatchObject([
    { email: null, email_key: null, contact_id: null, due_at: null, done_at: 3_000 },
  ]);
  await signUp({ receivedAt: 2_000 });
  await run(["list"]);
  expect(await use((database) => claimNext(database, 5_000))).toMatchObject({
    lead: { email: "ana@example.com" },
  });
});

test("after a restore, a removal that was queued since comes first", async () => {
  const { run, signUp, use, file, createStore } = await createOperatorWithBackupFile();
  await createStore();
  await run(eraseAna);
  await use(finishRemoval);
  await run(["backup", file]);
  await run(eraseAna, at(4_000));
  await run(["restore", file, "--replace"]);
  await signUp({ receivedAt: 4_500 });
  await run(["list"], at(4_600));
  expect(await use((database) => claimNext(database, 5_000))).toBeUndefined();
  await use(finishRemoval);
  expect(await use((database) => claimNext(database, 5_000))).toMatchObject({
    lead: { email: "ana@example.com" },
  });
});

function at(now: number) {
  return { clock: () => now };
}

async function finishRemoval(database: Database): Promise<void> {
  const removal = await claimRemoval(database, 5_000);
  if (removal === undefined) throw new Error("There is no removal to be done.");
  await endRemoval(database, removal, 3_000);
}

function removals(database: Database) {
  return database.selectFrom("removals").selectAll().execute();
}

/** Writes the write-ahead log of another store to this path, as `kill -9` leaves it. */
async function leftByAnotherStore(log: string): Promise<Buffer> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const database = await openDatabase(store);
  await copyFile(join(store.folder, "leads.sqlite-wal"), log);
  await database.destroy();
  return readFile(log);
}
