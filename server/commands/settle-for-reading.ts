import { outageReason } from "#server/storage/connection/errors.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import type { CommandIo } from "./command-line/command.ts";

/** Derives leads from the newest sign-ups before a command reads them. On a full disk it only notes that these may be missing. */
export async function deriveForReading({
  database,
  databaseClock,
  note,
}: CommandIo & { database: Database }): Promise<void> {
  try {
    await deriveLeads(database, await databaseClock(database));
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    note(`The store cannot be written (${reason}): the newest sign-ups may be missing from this.`);
  }
}
