import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#server/store/connection/postgres.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import {
  createPostgresDatabase,
  openSqliteIn,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";

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

test("an owner of the tables who is no superuser stores and derives", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const role = await createRole(store.url);
  await tellPostgres(store.url, `grant create on schema public to ${role}`);
  const database = await openPostgres(withRole(store.url, role));
  onTestFinished(() => database.destroy());
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  await deriveLeads(database, 0);
  const leads = await database.selectFrom("leads").select("email").execute();
  expect(leads).toEqual([{ email: ana.email }]);
});
