import { join } from "node:path";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";

/**
 * Writes leads, and their submissions as already derived, into the store without the lead function. The server must
 * have created the store before.
 */
export function addLeads(dataDir: string, count: number): void {
  const file = new Sqlite(join(dataDir, "leads.sqlite"));
  const submission = file.prepare(
    "insert into submissions (received_at, name, email, whatsapp, email_key, surface, derived_at) values (?, ?, ?, ?, ?, 'popup', 1)",
  );
  const lead = file.prepare(
    "insert into leads (email_key, name, email, whatsapp, created_at, updated_at) values (?, ?, ?, ?, 1, 1)",
  );
  file.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const email = `before-${number}@example.com`;
      submission.run(number, "Pessoa de Exemplo", email, "11987654321", email);
      lead.run(email, "Pessoa de Exemplo", email, "11987654321");
    }
  })();
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.close();
}
