import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isPostgres } from "./connection/queries.ts";
import { type Database, tables } from "./schema.ts";

/**
 * The migrations (changes of the tables), from the first to the last. They are listed here, because the server runs
 * from a bundle.
 */
const migrations = { "0001-tables": createTables };

/** The name of the last migration that this version of the program knows. */
export const newestMigration = Object.keys(migrations).at(-1) ?? "";

/**
 * Brings the tables up to date. The caller must give a transaction that only one process can have at a time. Migrations
 * of a newer version are accepted, so that after an update servers of the older version can still start.
 */
export async function migrate(transaction: Database): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key not null, done_at text not null)`.execute(
    transaction,
  );
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(
    transaction,
  );
  const done = new Set(rows.map(({ name }) => name));
  for (const [name, apply] of Object.entries(migrations)) {
    if (done.has(name)) continue;
    await apply(transaction);
    const now = new Date().toISOString();
    await sql`insert into schema_migrations (name, done_at) values (${name}, ${now})`.execute(
      transaction,
    );
  }
}

/**
 * Returns the name of the newest migration that this store has; an empty text, which sorts before all names, if the
 * store has none.
 */
export async function lastMigration(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name desc limit 1`.execute(database);
  return rows[0]?.name ?? "";
}

const indexes = `
create unique index submissions_idempotency_key on submissions (idempotency_key)
  where idempotency_key is not null;
create index submissions_held on submissions (id)
  where flag is not null and flag in ('honeypot', 'flood') and released_at is null;
-- Only derived submissions: one enters it after its sign-up was answered, so no visitor waits for it.
create index submissions_of_person on submissions (email_key) where derived_at is not null;
-- Without held submissions: strangers can send any number, and the search each second would read them all.
create index submissions_to_derive on submissions (id)
  where derived_at is null and (flag is null or flag not in ('honeypot', 'flood') or released_at is not null);
-- Not unique: a statement that resolves conflicts of one unique index can fail at the other one in Postgres.
create index leads_of_person on leads (person);
create index deliveries_due on deliveries (due_at, lead_id);
create index deliveries_never_tried on deliveries (due_at, lead_id) where attempts = 0;
create index deliveries_of_import on deliveries (import_id) where import_id is not null;
-- The panel counts and lists these every few seconds.
create index deliveries_parked on deliveries (lead_id) where state = 'parked';
create index erasures_of_person on erasures (person);
create index entries_to_tag on entries (tag_due_at) where tag_due_at is not null;
-- A person has one place, and after each "this group is full" another one.
create unique index group_places_person on group_places (person) where full_at is null;
create index group_places_full on group_places (person, group_id) where full_at is not null;
create index group_places_said on group_places (group_id) where said_full = 1;
create unique index counts_kind on counts (minute, step, source, surface, campaign, content);
-- In its order SQLite adds all counts up without sorting them: 100,000 rows in 13 ms, not in 110.
create index counts_sums on counts (step, source, surface, campaign, minute, n, people);`;

const firstRows = `
insert into courier (token, expires_at, rest_until, failures, command_until) values (0, 0, 0, 0, 0);
insert into watch (token, expires_at) values (0, 0);
insert into readiness (tries) values (0);
insert into retention (waits) values (0);
insert into copies (at) values (null);`;

/** The SQL function that gives the shared clock in Postgres. SQLite gets this function in `connection/sqlite.ts`. */
const clockOfPostgres = `
create or replace function clock_ms() returns bigint language sql volatile
  as 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint'`;

async function createTables(database: Database): Promise<void> {
  const key = isPostgres(database)
    ? "bigserial primary key"
    : "integer primary key autoincrement not null";
  for (const [name, columns] of Object.entries(tables)) {
    const listed = Object.entries(columns).map(([column, { sql: type }]) => `${column} ${type}`);
    await sql.raw(`create table ${name} (${listed.join().replace("KEY", key)})`).execute(database);
  }
  const statements = `${indexes}${firstRows}`.split(/;(?:\n|$)/).slice(0, -1);
  for (const statement of statements) await sql.raw(statement).execute(database);
  if (isPostgres(database)) await sql.raw(clockOfPostgres).execute(database);
  await sql`insert into erasure_keys (key) values (${newKey()})`.execute(database);
  // A new store begins without any choice of the operator, and with a new link key.
  await sql`insert into event (sequence, link_key) values (0, ${newKey()})`.execute(database);
}

function newKey(): string {
  return randomBytes(32).toString("hex");
}
