import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperatorWithFile } from "#tests/support/operator/operator.ts";

test("doctor names copies beside the store and says how to delete them", async () => {
  const { run, signUp, file, store } = await createOperatorWithFile();
  await signUp({});
  await run(["backup", file]);
  expect(await copiesIn(run)).toBe("");
  await run(["restore", file, "--replace"]);
  const replaced = "leads.sqlite.replaced-1970-01-01T00-00-01.000Z";
  expect(await copiesIn(run)).toContain(`${replaced}. People who were erased since`);
  await mkdir(join(store.folder, "restoring-a'b"));
  await writeFile(join(store.folder, "monday.sqlite.part"), "half a backup");
  const told = await copiesIn(run);
  expect(told).toContain(`${replaced}, monday.sqlite.part, restoring-a'b. People`);
  expect(told).toContain(
    `'${store.folder}/monday.sqlite.part' '${store.folder}/restoring-a'\\''b'`,
  );
});

/** What doctor says of them, its advice included. */
async function copiesIn(run: Awaited<ReturnType<typeof createOperatorWithFile>>["run"]) {
  return /^warn +copies: .*\n.*$/m.exec((await run(["doctor"])).out)?.[0] ?? "";
}
