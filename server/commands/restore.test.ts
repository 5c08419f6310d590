import { readdirSync, statSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/storage/connection/open-database.ts";
import { createOperatorWithFile } from "#tests/support/operator/operator.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

const bia = { name: "Bia Reis", email: "bia@example.com", whatsapp: "x" };

test("a backup comes back in an empty place", async () => {
  const { run, signUp, file } = await createOperatorWithFile();
  await signUp({});
  await signUp({ lead: bia });
  const before = await run(["export"]);
  expect(await run(["backup", file])).toMatchObject({ code: 0, err: "" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const other = await createOperatorWithFile();
  const { code, out } = await other.run(["restore", file]);
  expect(code).toBe(0);
  expect(out).toContain("is restored. Leads: 2, sign-ups: 2, people erased again: 0.\n");
  expect(await other.run(["export"])).toEqual(before);
});

test("somebody erased does not come back with an old backup, and may sign up again", async () => {
  const { run, signUp, file } = await createOperatorWithFile();
  await signUp({});
  await signUp({ lead: bia });
  await run(["list"]);
  await signUp({ receivedAt: 110 });
  await run(["backup", file]);
  await run(["erase", "ana@example.com", "--yes"]);
  const restored = await run(["restore", file, "--replace"]);
  expect(restored.out).toContain("Leads: 1, sign-ups: 1, people erased again: 1.\n");
  expect((await run(["list"])).out).not.toContain("ana@example.com");
  // A second time: what is remembered has survived the first restore.
  const again = await run(["restore", file, "--replace"], { clock: () => 2_000 });
  expect(again.out).toContain("people erased again: 1.\n");
  expect((await run(["list"])).out).not.toContain("ana@example.com");
  await signUp({ receivedAt: 900 });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("a person who was erased twice does not come back, also when the clock was set back in between", async () => {
  const { run, signUp, file } = await createOperatorWithFile();
  await signUp({ receivedAt: 800 });
  await run(["backup", file]);
  for (const now of [1_000, 500])
    await run(["erase", "ana@example.com", "--yes"], {
      databaseClock: () => Promise.resolve(now),
    });
  expect((await run(["restore", file, "--replace"])).out).toContain("people erased again: 1.\n");
});

test("erasures of another installation hold beside our own", async () => {
  const here = await createOperatorWithFile();
  const there = await createOperatorWithFile();
  await there.signUp({});
  await there.signUp({ lead: bia });
  await there.run(["erase", "bia@example.com", "--yes"]);
  await there.run(["backup", here.file]);
  await here.run(["erase", "ana@example.com", "--yes"]);
  const { out } = await here.run(["restore", here.file]);
  expect(out).toContain("Leads: 0, sign-ups: 0, people erased again: 1.\n");
  await here.signUp({ lead: bia });
  expect((await here.run(["erase", "--again"])).out).toContain("People erased again: 1\n");
  expect((await here.run(["list"])).out).not.toContain("bia@example.com");
});

test("leads that are there are not replaced by the way, and kept aside when they are", async () => {
  const { run, signUp, file, store } = await createOperatorWithFile();
  await signUp({});
  await run(["backup", file]);
  await signUp({ lead: bia });
  expect(await run(["restore", file])).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      "holds leads already. To put the backup in their place: --replace",
    ),
  });
  expect((await run(["list"])).out).toContain("bia@example.com");
  const { out } = await run(["restore", file, "--replace"]);
  const aside = join(store.folder, "leads.sqlite.replaced-1970-01-01T00-00-01.000Z");
  expect(out).toContain(`What was there is in ${aside}.`);
  expect((await run(["list"])).out).not.toContain("bia@example.com");
  await run(["restore", aside, "--replace"], { clock: () => 2_000 });
  expect((await run(["list"])).out).toContain("bia@example.com");
  expect(readdirSync(store.folder).filter((name) => name.startsWith("restoring-"))).toEqual([]);
});

test("a broken store is replaced, and that its erasures are lost is said", async () => {
  const { run, signUp, file, store } = await createOperatorWithFile();
  await signUp({});
  await run(["backup", file]);
  await writeFile(join(store.folder, "leads.sqlite"), "not a database at all".repeat(100));
  expect(await run(["restore", file])).toMatchObject({ code: 1 });
  expect(await run(["restore", file, "--replace"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("who was erased since the backup is not known"),
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("restore keeps the log of a lost file aside, and does not mix it into the backup", async () => {
  const { run, signUp, file, store } = await createOperatorWithFile();
  await signUp({});
  await run(["backup", file]);
  const log = join(store.folder, "leads.sqlite-wal");
  await rm(join(store.folder, "leads.sqlite"));
  const lost = await leftByAnotherStore(log);
  expect(await run(["backup", `${file}-2`])).toMatchObject({ code: 1 });
  expect(await run(["restore", file])).toMatchObject({ code: 1 });
  expect(await run(["restore", file, "--replace"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("who was erased since the backup is not known"),
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
  expect(await run(["reconcile"])).toMatchObject({ code: 0 });
  const [aside = ""] = readdirSync(store.folder).filter((name) => name.endsWith("Z-wal"));
  expect(await readFile(join(store.folder, aside))).toEqual(lost);
  // Doctor names the log, because erased people are in it until it is deleted.
  expect((await run(["doctor"])).out).toContain(aside);
});

/** Writes the log of another store to this path, as `kill -9` leaves it. */
async function leftByAnotherStore(log: string): Promise<Buffer> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const opened = await openDatabase(store);
  await copyFile(join(store.folder, "leads.sqlite-wal"), log);
  if (opened.kind === "open") await opened.database.destroy();
  return readFile(log);
}
