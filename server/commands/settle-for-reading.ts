import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { brokenWorld } from "#server/storage/broken-world.ts";
import type { Database } from "#server/storage/tables.ts";
import type { World } from "./command.ts";

/** Brings leads up to date with the sign-ups. On a full disk that is not possible, but what was derived before can be read. */
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
