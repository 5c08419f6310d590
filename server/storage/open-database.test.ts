import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeStore, openDatabase } from "./open-database.ts";

test("a store is migrated once, however often and at once it is opened", async () => {
  const folder = await temporaryFolder();
  const store = { kind: "sqlite", folder: join(folder, "new", "data") } as const;
  for (const _ of [1, 2, 3]) {
    const opened = await openDatabase(store);
    if (opened.kind === "unusable") throw new Error(opened.reason);
    const rows = await opened.database.selectFrom("submissions").selectAll().execute();
    expect(rows).toEqual([]);
    await opened.database.destroy();
  }
});

test("a folder that is a file is a reason, not a crash", async () => {
  const folder = join(await temporaryFolder(), "file");
  await writeFile(folder, "");
  expect((await openDatabase({ kind: "sqlite", folder })).kind).toBe("unusable");
});

test("a file that isn't a database is a reason, not a crash", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "leads.sqlite"), "not a database at all".repeat(100));
  expect((await openDatabase({ kind: "sqlite", folder })).kind).toBe("unusable");
});

test("a Postgres that isn't there is a reason, not a crash", async () => {
  const url = "postgres://user:secret@127.0.0.1:1/leads";
  expect((await openDatabase({ kind: "postgres", url })).kind).toBe("unusable");
  expect(describeStore({ kind: "postgres", url })).toBe("Postgres at 127.0.0.1:1");
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
