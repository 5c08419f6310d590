import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";

test("doctor names copies beside the store and says how to delete them", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  expect(await copiesIn(run)).toBe("");
  await run(["restore", file, "--replace"]);
  const replaced = "leads.sqlite.replaced-1970-01-01T00-00-01.000Z";
  expect(await copiesIn(run)).toContain(`${replaced}. Quem foi apagado depois`);
  await mkdir(join(store.folder, "restoring-a'b"));
  await writeFile(join(store.folder, "monday.sqlite.part"), "half a backup");
  const line = await copiesIn(run);
  expect(line).toContain(`${replaced}, monday.sqlite.part, restoring-a'b. Quem foi apagado`);
  expect(line).toContain(
    `'${store.folder}/monday.sqlite.part' '${store.folder}/restoring-a'\\''b'`,
  );
});

/** The line that doctor prints about copies of the store, with its advice. */
async function copiesIn(run: Awaited<ReturnType<typeof createOperatorWithBackupFile>>["run"]) {
  return /^aviso +bancos deixados: .*\n.*$/m.exec((await run(["doctor"])).out)?.[0] ?? "";
}
