import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { isUpToDate } from "#server/store/connection/postgres.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";

test("a migration that waits for a reader lets sign-ups through, and is done after the reader has ended", async () => {
  const { url, database } = await openPostgresStore();
  await sql`delete from kysely_migration where name = '0006-row-level-security'`.execute(database);
  const { opening } = await database.transaction().execute(async (reading) => {
    await reading.selectFrom("submissions").select("id").execute();
    const opening = openDatabase({ kind: "postgres", url });
    await expect.poll(() => waitingFor(reading, "submissions")).toBe(1);
    await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 1 });
    expect(await isUpToDate(database)).toBe(false);
    return { opening };
  });
  const opened = await opening;
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  onTestFinished(() => opened.database.destroy());
  expect(await isUpToDate(database)).toBe(true);
});
