import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";

const dayMs = 86_400_000;
const days = 30;
const groups = 10;

/**
 * Fills a store that a server has created: people who were delivered in the last thirty days, the counts of their visits,
 * and places in groups. Returns the secret of a session of the panel.
 */
export function fillPanelStore(dataDir: string, people: number): string {
  const file = new Sqlite(join(dataDir, "leads.sqlite"));
  const secret = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(secret).digest("hex");
  const now = Date.now();
  const first = now - days * dayMs;
  file.exec("begin");
  // `n` counts the people, `at` is when each of them signed up.
  file.exec(`create temp table people as
    with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
    select n, 'antes-' || n || '@example.com' as email, ${first} + n * ${days * dayMs} / ${people} as at from counted`);
  file.exec(leads);
  file.exec(counts);
  file.exec(`insert into groups (link, room, stop_at, opened_at)
    select 'https://chat.whatsapp.com/exemplo', ${people}, ${people}, 1 from people limit ${groups};
    insert into group_places (group_id, number, person)
    select n % ${groups} + 1, n / ${groups} + 1, 'pessoa-' || n from people`);
  const key = file.prepare(
    "insert into panel_keys (link_hash, session_hash, may_write, made_at, used_at) values (?, ?, 0, ?, ?)",
  );
  key.run(hash, hash, now, now);
  file.exec("commit");
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.close();
  return secret;
}

/** Every twentieth sign-up was sent very fast, and every five hundredth is held. */
const leads = `
  insert into submissions (received_at, name, email, whatsapp, email_key, surface, derived_at, flag)
    select at, 'Pessoa de Exemplo', email, '(11) 98765-4321', email, 'popup',
    case when n % 500 = 0 then null else at end,
    case when n % 500 = 0 then 'honeypot' when n % 20 = 1 then 'too-fast' end from people;
  insert into leads (email_key, name, email, whatsapp, phone, created_at, updated_at)
    select email, 'Pessoa de Exemplo', email, '(11) 98765-4321', '+5511987654321', at, at from people;
  insert into deliveries (lead_id, state, attempts, refusals, last_outcome, contact_id, import_id, updated_at)
    select leads.id, 'delivered', 1, 0, 'delivered: imported', 'x', people.n / 250 + 1, people.at + 3000
    from people join leads on leads.email_key = people.email;
  insert into imports (batch, size, sent_at, checks) select 'x', 250, at, 1 from people where n % 250 = 0`;

const counts = `
  create temp table steps (step, surface);
  insert into steps values ('view', 'none'), ('popup-opened', 'popup'), ('form-begun', 'popup'),
    ('form-begun', 'page'), ('sent', 'popup'), ('sent', 'page'), ('kept', 'popup'), ('kept', 'page'),
    ('error-shown', 'popup'), ('group-press', 'none');
  create temp table sources (source);
  insert into sources values ('instagram'), ('facebook'), ('whatsapp'), ('youtube'), ('tiktok'),
    ('google'), ('telegram'), ('email'), ('indicacao'), ('direct'), ('other');
  insert into minute_counts (minute, views, sign_ups, new_people)
    select at - at % 60000, count(*) * 4, count(*), count(*) from people group by 1;
  insert into visit_counts (hour, step, source, surface, count)
    select hour, step, source, surface, people / 22 + 1 from steps, sources,
    (select at - at % 3600000 as hour, count(*) as people from people group by 1);
  insert into step_totals (step, source, surface, count, new_people)
    select step, source, surface, sum(count), 0 from visit_counts group by step, source, surface`;
