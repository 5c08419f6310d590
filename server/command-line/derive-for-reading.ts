import { outageReason } from "#server/store/connection/errors.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { WithDatabase } from "./command.ts";

/**
 * Derives leads from the newest sign-ups before a command reads the leads. If the store cannot be written to, as on a
 * full disk, this only prints a note, because the command can still read the stored leads.
 */
export async function deriveForReading({
  database,
  databaseClock,
  note,
}: WithDatabase): Promise<void> {
  try {
    await deriveLeads(database, await databaseClock(database));
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    note(
      `Não é possível gravar no banco de dados (${reason}). As inscrições mais novas podem faltar aqui.`,
    );
  }
}
