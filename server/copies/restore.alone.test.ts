import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "vitest";
import { emailsInSqlite } from "#tests/support/faults/store.ts";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";
import { restoreStore } from "./restore.ts";

test("a restore that is killed leaves a whole store, the old or the new one", async () => {
  const outcomes: string[] = [];
  for (let steps = 0; !outcomes.includes("restored"); steps += 1) {
    const { run, signUp, store, file } = await createOperatorWithBackupFile();
    await signUp({});
    await run(["backup", file]);
    await signUp({ lead: bia });
    const outcome = await killedAfter(steps, () =>
      restoreStore(store, { backup: file, replace: true, now: 1_000 }),
    );
    outcomes.push(outcome?.kind ?? "killed");
    const found = emailsInSqlite(store.folder);
    expect(found).toContain("ana@example.com");
    expect(found.has(bia.email) ? "the old one" : "the new one", `${steps} steps`).toBe(
      outcome ? "the new one" : "the old one",
    );
  }
  expect(outcomes.length).toBeGreaterThan(2);
});

/** Stops the work after so many links and renames of files, as a kill does: it then cannot clean up. */
async function killedAfter<Outcome>(steps: number, work: () => Promise<Outcome>) {
  const { linkSync, renameSync, rmSync } = fs;
  let stepsLeft = steps;
  const step =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      if (stepsLeft === 0) throw new Error("killed");
      stepsLeft -= 1;
      act(...args);
    };
  Object.assign(fs, { linkSync: step(linkSync), renameSync: step(renameSync), rmSync: () => {} });
  syncBuiltinESMExports();
  const outcome = await work().catch(() => undefined);
  Object.assign(fs, { linkSync, renameSync, rmSync });
  syncBuiltinESMExports();
  return outcome;
}
