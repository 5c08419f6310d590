import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { settingsOf } from "#tests/support/app/app.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { createOperator, createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import {
  openSqliteIn,
  temporaryDatabase,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { readFacts, subjects } from "./facts.ts";
import { clockFact, disk, encryption, standby, storing } from "./store-facts.ts";

const alarm = "disco-quase-cheio";

test.each([
  [2e9, 0.1, { level: "fine", alarm }],
  [2e9 - 1, 0.5, { level: "notice", alarm }],
  [2e8, 0.5, { level: "notice", alarm }],
  [2e8 - 1, 0.5, { level: "trouble", alarm }],
  [2e9, 0.0999, { level: "trouble", alarm }],
  // If the disk cannot be read, the alarm neither begins nor ends.
  [undefined, 0, { level: "notice" }],
])("with %s free bytes, a share of %d, the disk is %o", async (freeBytes, freeShare, found) => {
  const readDisk = async () => {
    if (freeBytes === undefined) throw new Error("no disk");
    return { freeBytes, freeShare };
  };
  const { level, alarm } = await disk({ config: settingsOf({}), readDisk });
  expect({ level, ...(alarm && { alarm }) }).toEqual(found);
  const elsewhere = settingsOf({ DATABASE_URL: "postgres://db.example/leads" });
  expect(await disk({ config: elsewhere, readDisk })).toMatchObject({ level: "notice" });
});

test.each([
  ["postgres://leads:secret@db.example.com/leads", "notice"],
  ["postgres://leads@localhost.example.com/leads", "notice"],
  ["postgres:///leads?host=db.example.com", "notice"],
  ["postgres://leads@db.example.com/leads?sslmode=disable", undefined],
  ["postgres://leads@db.example.com/leads?ssl=true", undefined],
  ["postgres://leads@127.0.0.1:5433/leads", undefined],
  ["postgres:///leads?host=/var/run/postgresql", undefined],
  ["postgres://leads@%2Fvar%2Frun%2Fpostgresql/leads", undefined],
  ["", undefined],
])("data that travels to %j unencrypted is told: %s", (DATABASE_URL, level) => {
  const [fact] = encryption({ config: settingsOf({ DATABASE_URL }) });
  expect(fact?.level).toBe(level);
  expect(JSON.stringify(fact ?? "")).not.toContain("secret");
});

test("with one disk, a sign-up does not survive its loss", async () => {
  const { store, use } = await createOperator();
  expect(await use((database) => standby({ database, config: { store } }))).toMatchObject({
    level: "fine",
    value: expect.stringMatching(/em um só disco.*não à perda/),
  });
});

test("a program that keeps the write lock is the trouble, until it lets go", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder, { withinMs: 0 });
  const other = new Sqlite(sqliteFile(folder));
  other.exec("begin immediate");
  const held = await storing(database);
  expect(held.level).toBe("trouble");
  expect(held.value).toContain("Outro programa");
  other.close();
  expect(await storing(database)).toMatchObject({ level: "fine", alarm: held.alarm });
  await database.destroy();
});

test("a store in memory, which a power cut deletes, is trouble", async () => {
  const { run, createStore } = await createOperator();
  await createStore();
  const doctor = async (isInMemory: boolean) => {
    const readDisk = async () => ({ freeBytes: 1e12, freeShare: 0.5, isInMemory });
    return subjectsAt("fail", (await run(["doctor"], { readDisk })).out);
  };
  expect(await doctor(true)).toContain("Queda de energia");
  expect(await doctor(false)).not.toContain("Queda de energia");
});

test.each([
  { asked: -60_001, answered: -60_001, level: "trouble" },
  { asked: -60_000, answered: -60_000, level: "notice" },
  { asked: -5_001, answered: -5_001, level: "notice" },
  { asked: -5_000, answered: -5_000, level: "fine" },
  { asked: -20_000, answered: 20_000, level: "fine" },
  { asked: 6_000, answered: 6_000, level: "fine" },
  { asked: 6_001, answered: 6_001, level: "notice" },
  { asked: 61_000, answered: 61_000, level: "notice" },
  { asked: 61_001, answered: 61_001, level: "trouble" },
])("asked at $asked ms and answered at $answered of another clock: $level", async (row) => {
  const theirs = Date.parse("2026-11-01T12:00:00Z");
  let now = theirs + row.asked;
  const fact = await clockFact({
    config: settingsOf({ ALERT_URL: "https://ntfy.sh/x" }),
    clock: () => now,
    async fetch() {
      now = theirs + row.answered;
      return new Response("", { headers: { Date: new Date(theirs).toUTCString() } });
    },
  });
  expect(fact.level).toBe(row.level);
});

test("a store that can only be read is trouble, with the database's own words", async () => {
  const database = await temporaryDatabase("sqlite");
  await sql`pragma query_only = on`.execute(database);
  expect(await storing(database)).toMatchObject({
    level: "trouble",
    value: expect.stringMatching(/\(só é possível ler: .*readonly database\)\.$/),
  });
});

test("copies beside the store are named, with the command that deletes them", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  expect(await copiesIn(run)).toBe("");
  await run(["restore", file, "--replace"]);
  const replaced = "leads.sqlite.replaced-1970-01-01T00-00-01.000Z";
  expect(await copiesIn(run)).toContain(`${replaced}. Quem foi apagado depois`);
  await mkdir(join(store.folder, "restoring-a'b"));
  await mkdir(join(store.folder, "monday.sqlite.part-Ab3dEf"));
  const line = await copiesIn(run);
  expect(line).toContain(`${replaced}, monday.sqlite.part-Ab3dEf, restoring-a'b. Quem foi apagado`);
  expect(line).toContain(
    `'${store.folder}/monday.sqlite.part-Ab3dEf' '${store.folder}/restoring-a'\\''b'`,
  );
});

test("requests that wait are answered before a subject is read", async () => {
  const { use } = await createOperator();
  const order: string[] = [];
  await use(async (database) => {
    const readDisk = async () => {
      order.push("disk");
      return { freeBytes: 1e12, freeShare: 0.9 };
    };
    const standing = { override: undefined, lasting: new Map<string, number>() };
    const look = {
      database,
      now: 0,
      config: settingsOf({}),
      event: eventPlan,
      ...standing,
      readDisk,
    };
    setImmediate(() => order.push("sign-up"));
    await readFacts(subjects.store, look);
  });
  expect(order).toEqual(["sign-up", "disk"]);
});

/** The line that doctor prints about copies of the store, with its advice. */
async function copiesIn(run: Awaited<ReturnType<typeof createOperatorWithBackupFile>>["run"]) {
  return /^aviso +Bancos deixados: .*\n.*$/m.exec((await run(["doctor"])).out)?.[0] ?? "";
}
