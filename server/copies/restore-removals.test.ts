import { expect, test } from "vitest";
import { claimNext } from "#server/store/deliveries/deliveries.ts";
import { claimRemoval, endRemoval } from "#server/store/erasure/erasure.ts";
import type { Database } from "#server/store/row-types.ts";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";

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
