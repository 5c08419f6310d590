import { brokenWorld } from "#server/storage/connection/errors.ts";
import { settleSubmissions } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import type { World } from "./command-line/command.ts";

/** Derives leads from the newest sign-ups before a command reads them. On a full disk it only notes that these may be missing. */
export async function settleForReading({
  database,
  databaseClock,
  note,
}: World & { database: Database }): Promise<void> {
  try {
    await settleSubmissions(database, await databaseClock(database));
  } catch (error) {
    const reason = brokenWorld(error);
    if (reason === undefined) throw error;
    note(`The store cannot be written (${reason}): the newest sign-ups may be missing from this.`);
  }
}
