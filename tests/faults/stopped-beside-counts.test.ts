import { expect, onTestFinished, test } from "vitest";
import { pageReportPath } from "#lead/page-report.ts";
import { openDatabase } from "#server/storage/connection/open-database.ts";
import { readStepTotals, sumMinutes } from "#server/storage/counts/read-counts.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence } from "#tests/support/faults/store.ts";
import {
  createTemporaryFolder,
  createTemporaryStore,
  engines,
  openSqliteIn,
} from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
const polling = { timeout: 30_000, interval: 20 };
const enough = 100;

test.each(engines)(
  "on %s each sign-up and each person is counted once, when one of two servers is killed amid sign-ups",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const settings: Record<string, string> =
      store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
    const [staying, killed] = [await startFaultServer(settings), await startFaultServer(settings)];
    const newEmail = emailSequence();
    const [load, other] = [staying, killed].map(({ url }) =>
      startLoad({ url, newEmail, visitors: 4 }),
    );
    await expect.poll(() => other?.acknowledged.size, polling).toBeGreaterThan(enough);
    await killed.end("SIGKILL");
    await load?.end();
    await other?.ended;
    await staying.end("SIGTERM");
    const opened = await openDatabase(store);
    if (opened.kind !== "open") throw new Error(opened.kind);
    onTestFinished(() => opened.database.destroy());
    expect(await counted(opened.database)).toEqual(await stored(opened.database));
    await deriveLeads(opened.database, Date.now());
    const all = await stored(opened.database);
    expect(await counted(opened.database)).toEqual(all);
    expect(all.signUps).toBeGreaterThan(enough);
  },
  timeLimitMs,
);

test(
  "a server that is stopped has stored what pages reported to it until then",
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const server = await startFaultServer({ DATA_DIR: store.folder });
    const report = { source: "direct", device: "phone", steps: [["view", "none", 1]] };
    const body = JSON.stringify({ ...report, vitals: [], errors: [] });
    const headers = { "sec-fetch-site": "same-origin", "user-agent": "Mozilla/5.0" };
    for (let index = 0; index < 50; index += 1) {
      const answer = await fetch(`${server.url}${pageReportPath}`, {
        method: "POST",
        body,
        headers,
      });
      expect(answer.status).toBe(204);
    }
    expect(await server.end("SIGTERM")).toBe(0);
    const database = await openSqliteIn(store.folder);
    onTestFinished(() => database.destroy());
    const view = { step: "view", source: "direct", surface: "none", count: 50, newPeople: 0 };
    expect(await readStepTotals(database)).toEqual([view]);
  },
  timeLimitMs,
);

async function counted(database: Database) {
  const totals = await readStepTotals(database);
  const signUps = totals.reduce((sum, { count }) => sum + count, 0);
  const newPeople = totals.reduce((sum, total) => sum + total.newPeople, 0);
  const minutes = await sumMinutes(database, { since: 0, to: 2 * Date.now() });
  expect(minutes).toEqual({ views: 0, signUps, newPeople });
  return { signUps, newPeople };
}

/** The sign-ups from which leads are derived, and their people. */
async function stored(database: Database) {
  const derived = database.selectFrom("submissions").where("derived_at", "is not", null);
  const { signUps } = await derived
    .select((query) => query.fn.countAll<number>().as("signUps"))
    .executeTakeFirstOrThrow();
  const { newPeople } = await database
    .selectFrom("leads")
    .select((query) => query.fn.countAll<number>().as("newPeople"))
    .executeTakeFirstOrThrow();
  return { signUps, newPeople };
}
