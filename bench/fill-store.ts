import { join } from "node:path";
import type { SqliteFile } from "#server/store/connection/sqlite.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { startServer } from "./server.ts";

const spreadMs = 30 * 24 * 60 * 60_000;

/** Lets a server create a store, and writes people into it who signed up in the last thirty days and were delivered. */
export async function fillStore(dataDir: string, { people }: { people: number }): Promise<void> {
  await (await startServer({ DATA_DIR: dataDir })).stop();
  const first = Date.now() - spreadMs;
  const file = openStore(dataDir);
  file.exec(`
    begin;
    create temp table sign_ups as
      with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
      select n, 'pessoa-' || n || '@example.com' as email,
        ${first} + n * ${spreadMs} / ${people} as at from counted;
    insert into submissions (received_at, name, email, whatsapp, email_key, surface, derived_at, wording, source)
      select at, 'Pessoa de Exemplo', email, '11987654321', email, 'popup', at, 'aviso-1', ${source} from sign_ups;
    insert into leads (email_key, person, name, email, whatsapp, phone, created_at, updated_at)
      select email, hex(randomblob(16)), 'Pessoa de Exemplo', email, '11987654321', '+5511987654321', at, at from sign_ups;
    insert into deliveries (lead_id, state, attempts, refusals, last_outcome, updated_at)
      select id, 'delivered', 1, 0, 'delivered: imported', created_at + 3000 from leads;
    commit`);
  file.close();
}

/** Opens a store that a server has created. */
export function openStore(dataDir: string): SqliteFile {
  return new Sqlite(join(dataDir, "leads.sqlite"));
}

/** A visit as a link in an advertisement makes it. */
const visit = `json_object(
  'utm_source', case n % 3 when 0 then 'instagram' when 1 then 'email' else 'youtube' end,
  'utm_medium', 'anuncio', 'utm_campaign', 'campanha-' || (n % 12), 'fbclid', 'exemplo-' || n)`;
const source = `json_object('first', ${visit}, 'last', ${visit})`;
