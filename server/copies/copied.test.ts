import { truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { createOperator, type Operator, settingsOf } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { type Engine, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { readLastCopy } from "./facts.ts";

test("copied notes a good copy, and where one failed", async () => {
  const { run, use } = await createOperator();
  const last = () => use(readLastCopy);
  expect(await last()).toEqual({ at: null, failure: null, provedAt: null });
  expect(await run(["copied", "--failed", "restic unlock"])).toEqual({ code: 0, out: "", err: "" });
  expect(await last()).toEqual({ at: null, failure: "restic unlock", provedAt: null });
  expect(await run(["copied"])).toEqual({ code: 0, out: "", err: "" });
  expect(await last()).toEqual({ at: 1_000, failure: null, provedAt: null });
  await run(["copied", "--failed", "restic check"], { clock: () => 2_000 });
  expect(await last()).toEqual({ at: 1_000, failure: "restic check", provedAt: null });
});

test.each([
  [null, 0],
  [0, 0],
  [1, 1],
])("a week after a proof at %s, copied --due ends with %i", async (proved_at, code) => {
  const { run, use } = await createOperator();
  await use((database) => database.updateTable("copies").set({ proved_at }).execute());
  const clock = () => 7 * dayMs;
  expect(await run(["copied", "--due"], { clock })).toEqual({ code, out: "", err: "" });
});

/** Everything that was stored up to this time must be in the copy of these tests. */
const until = 1_000;

test.each<[what: string, engine: Engine, since: (operator: Operator) => Promise<unknown>]>([
  ["someone signed up since", "sqlite", ({ signUp }) => signUp({ receivedAt: until + 1 })],
  ["someone was erased since", "sqlite", ({ run }) => run(["erase", ana.email, "--yes"], later)],
  ["someone was erased since", "postgres", ({ run }) => run(["erase", ana.email, "--yes"], later)],
])("a copy is proved when %s, on %s", async (_, engine, since) => {
  const { operator, file } = await copyOf(engine);
  await since(operator);
  expect(await operator.run(["copied", "--compare", file])).toMatchObject({ code: 0, err: "" });
  expect((await operator.use(readLastCopy)).provedAt).toBe(1_000);
});

const later = { clock: () => until + 1 };

test.each<[what: string, engine: Engine, spoil: (file: string) => unknown]>([
  ["inscrições (1)", "sqlite", (file) => change(file, "delete from submissions where id = 1")],
  ["leads (2)", "sqlite", (file) => change(file, "delete from deliveries; delete from leads")],
  ["apagamentos (1)", "sqlite", (file) => change(file, "delete from erasures")],
  ["apagamentos (1)", "postgres", (file) => change(file, "delete from erasures")],
  ["tem só os apagamentos", "sqlite", (file) => change(file, "drop table deliveries")],
  ["o arquivo está danificado", "sqlite", (file) => truncateSync(file, 40_000)],
])("a copy that says “%s”, on %s, is not proved", async (what, engine, spoil) => {
  const { operator, file } = await copyOf(engine);
  await spoil(file);
  const { code, err } = await operator.run(["copied", "--compare", file]);
  expect(code).toBe(1);
  expect(err).toContain(what);
  expect((await operator.use(readLastCopy)).provedAt).toBeNull();
});

test("a sign-up stored until five minutes before is missing, later ones not", async () => {
  const { operator, file } = await copyOf("sqlite");
  for (const [index, receivedAt] of [until, until + 1].entries())
    await operator.signUp({ lead: { ...caio, email: `${index}@example.com` }, receivedAt });
  const { err } = await operator.run(["copied", "--compare", file]);
  expect(err).toContain(`falta o que o banco tem: inscrições (1). O que fazer: docs/`);
});

test("a good copy visits BACKUP_HEARTBEAT_URL, a failed one does not", async () => {
  const receiver = await startReceiver();
  const { run, store } = await createOperator();
  const readConfig = () => settingsOf(store, { BACKUP_HEARTBEAT_URL: `${receiver.url}/canary` });
  await run(["copied", "--failed", "restic backup"], { readConfig });
  expect(receiver.received).toEqual([]);
  expect(await run(["copied"], { readConfig })).toEqual({ code: 0, out: "", err: "" });
  expect(receiver.received.map(({ path }) => path)).toEqual(["/canary"]);
});

test("a visit that is refused fails no copy, and its address is not printed", async () => {
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(404).end();
  const { run, store, use } = await createOperator();
  for (const address of [`${receiver.url}/canary`, "http://canary:canary@127.0.0.1:1/canary"]) {
    const readConfig = () => settingsOf(store, { BACKUP_HEARTBEAT_URL: address });
    const { code, out, err } = await run(["copied"], { readConfig });
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^A cópia está feita, mas .*BACKUP_HEARTBEAT_URL não aceitou.*\n$/);
    for (const secret of ["canary", new URL(address).host]) expect(err).not.toContain(secret);
  }
  expect(await use(readLastCopy)).toMatchObject({ at: 1_000, failure: null });
});

/** Makes the copy that restic would bring back: of a store with Ana and Bia, where Caio was erased. */
async function copyOf(engine: Engine) {
  const operator = await createOperator(engine);
  for (const lead of [ana, bia, caio]) await operator.signUp({ lead });
  await operator.run(["erase", caio.email, "--yes"]);
  await operator.run(["list"]);
  const file = join(await temporaryFolder(), "leads.backup");
  expect(await operator.run(["backup", file])).toMatchObject({ code: 0, err: "" });
  setTime(file);
  return { operator, file };
}

/** Changes a copy as only a fault could, and leaves the file's time as it was. */
function change(file: string, statements: string): void {
  const copy = new Sqlite(file);
  copy.pragma("foreign_keys = OFF");
  copy.exec(statements);
  copy.close();
  setTime(file);
}

function setTime(file: string): void {
  const madeAt = (until + 5 * minuteMs) / 1_000;
  utimesSync(file, madeAt, madeAt);
}
