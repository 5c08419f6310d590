import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyName } from "#server/store/backup/places/copy-names.ts";
import { copyUntilWait, hour, start } from "#tests/support/copies/copy-until-wait.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

const yearHours = 365 * 24;

test("from a folder the newest copy is restored, and no older one that a wrong clock has dated a year ahead", async () => {
  const operator = await createOperator();
  await operator.signUp({ lead: ana });
  const folder = await temporaryFolder();
  await copyUntilWait(operator, [folder], 1, { at: start + yearHours * hour });
  await operator.signUp({ lead: bia });
  await copyUntilWait(operator, [folder], 1);
  await mkdir(join(folder, copyName(start + hour)));
  expect(await restoredFrom(folder)).toContain(bia.email);
});

test("a copy that is dated ahead is restored if there is no other one", async () => {
  const operator = await createOperator();
  await operator.signUp({ lead: ana });
  const folder = await temporaryFolder();
  await copyUntilWait(operator, [folder], 1, { at: start + yearHours * hour });
  expect(await restoredFrom(folder)).toContain(ana.email);
});

/** Restores from this folder into a new store, and returns its list of leads. */
async function restoredFrom(folder: string): Promise<string> {
  const elsewhere = operatorOf({ kind: "sqlite", folder: await temporaryFolder() });
  const restored = await elsewhere.run(["restore", folder], { clock: () => start + hour });
  expect(restored).toMatchObject({ code: 0, err: "" });
  return (await elsewhere.run(["list"])).out;
}
