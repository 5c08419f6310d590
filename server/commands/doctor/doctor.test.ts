import { sql } from "kysely";
import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { readConfig as readSettings } from "#server/config.ts";
import { placeholders } from "#server/placeholders.ts";
import { openDatabase } from "#server/storage/connection/open-database.ts";
import { pauseDeliveries, startBackOff, tripCircuit } from "#server/storage/courier/circuit.ts";
import { appendSubmissions } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { builtSite } from "#tests/support/built/built-site.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { startOperating } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s a launch that is ready has nothing that fails", async (engine) => {
  const { run, startServer, fake, clock } = await startOperating(engine);
  // The fake's Date header has the real time.
  clock.now = Date.now();
  const endServer = await startServer();
  const { code, out, err } = await run(["doctor"], await ready());
  // What the owner has still to fill in is seen from here as well.
  const samples = placeholders(links).length > 0;
  expect(levels(out, "fail")).toEqual(samples ? ["samples"] : []);
  expect({ code, err: err !== "" }).toEqual({ code: samples ? 1 : 0, err: samples });
  const fine = ["settings", "store", "writing", "power cut", "clock", "courier", "lane", "fonts"];
  expect(levels(out, "ok")).toEqual(expect.arrayContaining(fine));
  expect(out).toContain('The tag "black" is there.');
  expect(out).toContain('List 2 is "List 2".');
  expect(fake.requests.every(({ method }) => method === "GET")).toBe(true);
  await endServer();
  expect(levels((await run(["doctor"], await ready())).out, "warn")).toContain("courier");
});

test("mistakes in the settings are told, and the rest is looked at all the same", async () => {
  const { run, store } = await createOperator();
  const readConfig = () => settingsOf(store, { PORT: "abc", ACTIVECAMPAIGN_LIST: "x" });
  const { code, out, err } = await run(["doctor"], { readConfig, ...(await ready()) });
  expect({ code, err }).toEqual({ code: 1, err: "Mend what failed, then run it again.\n" });
  expect(out).toMatch(/^fail {2}settings: PORT is "abc"/m);
  expect(out).toMatch(/^fail {2}settings: ACTIVECAMPAIGN_LIST is "x"/m);
  expect(levels(out, "ok")).toContain("built site");
});

test("a store that cannot be opened fails, and the rest is looked at all the same", async () => {
  const nowhere = operatorOf({ kind: "sqlite", folder: "/dev/null/data" });
  const { code, out } = await nowhere.run(["doctor"], await ready());
  expect(code).toBe(1);
  expect(out).toMatch(/^fail {2}store: Leads cannot be kept in \/dev\/null\/data/m);
  expect(levels(out, "ok")).toContain("built site");
});

test("a Postgres elsewhere that would be spoken to in clear text is told, also when it is away", async () => {
  const { run } = await createOperator();
  const DATABASE_URL = "postgres://leads:secret@db.invalid/leads";
  const readConfig = () => readSettings({ DATABASE_URL });
  const { out } = await run(["doctor"], { readConfig, ...(await ready()) });
  expect(levels(out, "warn")).toContain("DATABASE_URL");
  expect(out).not.toContain("secret");
});

test.each([
  [2e9, "ok"],
  [2e9 - 1, "warn"],
  [2e8, "warn"],
  [2e8 - 1, "fail"],
] as const)("%i bytes of room are %s", async (bytes, level) => {
  const { run } = await createOperator();
  const { out } = await run(["doctor"], { freeBytes: () => Promise.resolve(bytes) });
  expect(levels(out, level)).toContain("disk");
});

test("doctor warns that a power cut removes a store in memory", async () => {
  const { run } = await createOperator();
  const { out } = await run(["doctor"], { isInMemory: () => Promise.resolve(true) });
  expect(levels(out, "fail")).toContain("power cut");
});

test.each([
  [5_000, "ok"],
  [5_001, "warn"],
  [60_000, "warn"],
  [60_001, "fail"],
] as const)("clocks that are %i ms apart are %s", async (apart, level) => {
  const { run } = await createOperator();
  const databaseClock = () => Promise.resolve(1_000 + apart);
  expect(levels((await run(["doctor"], { databaseClock })).out, level)).toContain("clock");
});

test("a clock that differs from ActiveCampaign's is noticed", async () => {
  const { run, clock } = await startOperating();
  clock.now = Date.now();
  expect((await run(["doctor"])).out).toMatch(/^ok +clock: .* from ActiveCampaign's/m);
  clock.now = Date.now() + 120_000;
  expect((await run(["doctor"])).out).toMatch(/^fail +clock: .* from ActiveCampaign's/m);
});

test("a key that is refused, and a list and a tag that are not there, are told", async () => {
  const { run, fake } = await startOperating("sqlite", { tags: ["black friday"], lists: [] });
  const { out } = await run(["doctor"]);
  expect(out).toContain("fail  ActiveCampaign: There is no list 2.\n");
  expect(out).toMatch(/^warn {2}ActiveCampaign: There is no tag "black" yet/m);
  fake.misbehave({ how: "403" });
  const refused = (await run(["doctor"])).out;
  expect(refused).toContain("fail  ActiveCampaign: The key is refused (status 403).\n");
  expect(refused).not.toContain("There is no list");
  fake.behave();
  await fake.stop();
  expect((await run(["doctor"])).out).toMatch(/^fail {2}ActiveCampaign: .*\(ECONNREFUSED\)/m);
});

test("a tag beyond the first page of what is found is there", async () => {
  const tags = Array.from({ length: 130 }, (_, index) => `black ${index}`);
  const { run } = await startOperating("sqlite", { tags: [...tags, "black", "new"] });
  expect((await run(["doctor"])).out).toContain('The tag "black" is there.');
});

test("a lane that is paused or closed, and who waits for the operator, are told", async () => {
  const { run, use, clock, signUp, signUpNow, fake, deliver } = await startOperating();
  fake.misbehave({ on: "POST /contact/sync", how: "422 e-mail, message" });
  await signUpNow("ana");
  await signUp({ flag: "honeypot" });
  await deliver();
  await use((database) => pauseDeliveries(database, clock.now));
  expect(levels((await run(["doctor"])).out, "warn")).toEqual(
    expect.arrayContaining(["lane", "parked", "held back"]),
  );
  await use((database) => startBackOff(database, clock.now + 60_000));
  expect((await run(["doctor"])).out).toMatch(/^warn {2}lane: .* silence until/m);
  const closing = { now: clock.now, reason: "status 403", probeAt: clock.now };
  await use((database) => tripCircuit(database, closing));
  expect(levels((await run(["doctor"])).out, "fail")).toContain("lane");
});

test("all who are held back are counted", async () => {
  const { run, use } = await createOperator();
  const lead = { name: "Ana", email: "ana@example.com", whatsapp: "(11) 98765-4321" };
  const trapped = { lead, surface: "popup", receivedAt: 100, flag: "honeypot" } as const;
  await use((database) => appendSubmissions(database, Array(1_001).fill(trapped)));
  expect((await run(["doctor"])).out).toContain("held back: 1,001 taken for a machine's\n");
});

test("a store that can only be read fails with its own words", async () => {
  const { run } = await createOperator();
  const openStore = openingWith((database) => sql`pragma query_only = on`.execute(database));
  expect((await run(["doctor"], { openStore })).out).toMatch(
    /^fail {2}writing: The store refuses: .*readonly database\.$/m,
  );
});

test("a mistake of ours is not called the store's", async () => {
  const { run } = await createOperator();
  const openStore = openingWith((database) =>
    database.schema.dropTable("kysely_migration_lock").execute(),
  );
  await expect(run(["doctor"], { openStore })).rejects.toThrow("no such table");
});

test("who waits for more than five minutes is told", async () => {
  const { run, signUpNow, clock } = await startOperating();
  await signUpNow("ana");
  clock.now += 5 * 60_000;
  expect(levels((await run(["doctor"])).out, "ok")).toContain("waiting");
  clock.now += 1;
  expect(levels((await run(["doctor"])).out, "warn")).toContain("waiting");
});

/** The store as it is, but for what is done to it once it is open. */
function openingWith(change: (database: Database) => Promise<unknown>): CommandLineIo["openStore"] {
  return async (store) => {
    const opened = await openDatabase(store);
    if (opened.kind !== "open") throw new Error(`The store is ${opened.kind}.`);
    await change(opened.database);
    return opened;
  };
}

async function ready() {
  return { folders: { site: await builtSite("https://example.com"), pictures: "content" } };
}

function levels(out: string, level: string): string[] {
  const lines = [...out.matchAll(/^(ok|warn|fail) +([^:]+):/gm)];
  return lines.flatMap(([, found, subject = ""]) => (found === level ? [subject] : []));
}
