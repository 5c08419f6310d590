import { expect, test } from "vitest";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";

test("each new store has keys of its own", async () => {
  const keys = new Set<string>();
  for (let count = 0; count < 2; count += 1) {
    const folder = await temporaryFolder();
    const database = await openSqliteIn(folder);
    const { link_key } = await database
      .selectFrom("event")
      .select("link_key")
      .executeTakeFirstOrThrow();
    const { key } = await database
      .selectFrom("erasure_keys")
      .select("key")
      .executeTakeFirstOrThrow();
    keys.add(link_key).add(key);
    await database.destroy();
  }
  expect(keys.size).toBe(4);
});
