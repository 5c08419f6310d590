import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";

const spreadMs = 30 * 24 * 60 * 60_000;

/**
 * Writes people who were delivered, and their sign-ups of the last thirty days, into a store that a server has created.
 * Some people signed up twice. Returns the e-mails.
 */
export function addDeliveredPeople(
  path: string,
  { people, signUps }: { people: number; signUps: number },
): string[] {
  const file = new Sqlite(path);
  const submission = file.prepare(
    "insert into submissions (received_at, name, email, whatsapp, email_key, surface, derived_at, wording, source) values (?, ?, ?, ?, ?, 'popup', 1, 'aviso-1', ?)",
  );
  const lead = file.prepare(
    "insert into leads (email_key, name, email, whatsapp, phone, created_at, updated_at) values (?, ?, ?, ?, '+5511987654321', ?, ?)",
  );
  const delivery = file.prepare(
    "insert into deliveries (lead_id, state, attempts, refusals, last_outcome, updated_at) values (?, 'delivered', 1, 0, 'delivered: imported', 1)",
  );
  const now = Date.now();
  const emails = Array.from({ length: people }, (_, number) => `pessoa-${number}@example.com`);
  const [name, typed] = ["Pessoa de Exemplo", "11987654321"];
  file.transaction(() => {
    for (let number = 0; number < signUps; number += 1) {
      const email = emails[number % people] ?? "";
      const at = now - Math.round((1 - number / signUps) * spreadMs);
      submission.run(at, name, email, typed, email, sourceOf(number));
      if (number >= people) continue;
      delivery.run(lead.run(email, name, email, typed, at, at).lastInsertRowid);
    }
  })();
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.close();
  return emails;
}

/** A visit as a link in an advertisement makes it. */
function sourceOf(number: number): string {
  const visit = {
    utm_source: ["instagram", "email", "youtube"][number % 3],
    utm_medium: "anuncio",
    utm_campaign: `campanha-${number % 12}`,
    fbclid: `exemplo-${number}`,
  };
  return JSON.stringify({ first: visit, last: visit });
}
