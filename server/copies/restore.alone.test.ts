import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { emailsInSqlite } from "#tests/support/faults/store.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { copySqlite } from "./copy.ts";
import { restoreStore } from "./restore.ts";

/**
 * How many more file operations (links and renames) succeed. After them the process counts as killed, so it cannot
 * clean up.
 */
const life = vi.hoisted(() => ({ stepsLeft: Infinity }));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const step = () => {
    if (life.stepsLeft <= 0) throw new Error("killed");
    life.stepsLeft -= 1;
  };
  return {
    ...fs,
    linkSync: (from: string, to: string) => [step(), fs.linkSync(from, to)],
    renameSync: (from: string, to: string) => [step(), fs.renameSync(from, to)],
    rmSync: (path: string, options: object) => life.stepsLeft > 0 && fs.rmSync(path, options),
  };
});

test("a restore that is killed leaves a whole store, the old or the new one", async () => {
  const outcomes: string[] = [];
  for (let steps = 0; !outcomes.includes("restored"); steps += 1) {
    const { folder, backup } = await storeWithBackup();
    life.stepsLeft = steps;
    const store = { kind: "sqlite", folder } as const;
    const restoring = restoreStore(store, { backup, replace: true, now: 1_000 });
    const { kind } = await restoring.catch(() => ({ kind: "killed" }));
    life.stepsLeft = Infinity;
    outcomes.push(kind);
    const found = [...emailsInSqlite(folder)].join();
    expect(kind === "restored" ? ["ana"] : ["ana", "ana,bia"], `${steps} steps`).toContain(found);
  }
  expect(outcomes.length).toBeGreaterThan(2);
});

/** Makes a store with Ana and Bia, and a backup with Ana alone, made before Bia signed up. */
async function storeWithBackup() {
  const folder = await temporaryFolder();
  const backup = join(await temporaryFolder(), "leads.backup");
  await signUp(folder, "ana");
  await copySqlite(sqliteFile(folder), backup);
  await signUp(folder, "bia");
  return { folder, backup };
}

async function signUp(folder: string, email: string): Promise<void> {
  const database = await openSqliteIn(folder);
  const lead = { name: "Ana Lima", email, whatsapp: "x" };
  await appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
  await database.destroy();
}
