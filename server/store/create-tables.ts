import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isPostgres } from "./connection/queries.ts";
import type { Database } from "./row-types.ts";

/**
 * All tables of both engines; `row-types.ts` says what their rows mean, and a test holds the two together. Times are
 * milliseconds since 1970. `KEY` is a key that is never used twice, also after its row was deleted.
 */
const tables = `
create table submissions (
  id KEY,
  received_at bigint not null,
  name text not null,
  email text not null,
  whatsapp text not null,
  email_key text not null,
  surface text not null,
  derived_at bigint,
  wording text,
  cta text,
  source text,
  ip text,
  user_agent text,
  idempotency_key text,
  flag text,
  released_at bigint
);

create unique index submissions_idempotency_key on submissions (idempotency_key)
  where idempotency_key is not null;

create index submissions_held on submissions (id)
  where flag is not null and flag in ('honeypot', 'flood') and released_at is null;

-- Only derived submissions: one enters it after its sign-up was answered, so no visitor waits for it.
create index submissions_of_person on submissions (email_key) where derived_at is not null;

-- Without held submissions: strangers can send any number, and the search each second would read them all.
create index submissions_to_derive on submissions (id)
  where derived_at is null and (flag is null or flag not in ('honeypot', 'flood') or released_at is not null);

create table leads (
  id KEY,
  email_key text not null unique,
  name text not null,
  email text not null,
  whatsapp text not null,
  phone text,
  created_at bigint not null,
  updated_at bigint not null,
  consented_at bigint,
  wants_next integer not null default 0
);

create table deliveries (
  lead_id bigint primary key not null references leads (id),
  state text not null,
  attempts integer not null,
  due_at bigint,
  last_outcome text,
  contact_id text,
  updated_at bigint not null,
  refusals integer not null,
  individually integer,
  import_id bigint
);

create index deliveries_due on deliveries (due_at, lead_id);

create index deliveries_never_tried on deliveries (due_at, lead_id) where attempts = 0;

create index deliveries_of_import on deliveries (import_id) where import_id is not null;

-- The panel counts and lists these every few seconds.
create index deliveries_parked on deliveries (lead_id) where state = 'parked';

create index deliveries_delivered on deliveries (updated_at) where state = 'delivered';

create table imports (
  id KEY,
  batch text,
  size integer not null,
  sent_at bigint not null,
  check_at bigint,
  checks integer not null
);

create table courier (
  token bigint not null,
  expires_at bigint not null,
  back_off_until bigint not null,
  trips integer not null,
  tripped_at bigint,
  tripped_reason text,
  probe_at bigint,
  paused_at bigint,
  retention_ran_at bigint
);

insert into courier (token, expires_at, back_off_until, trips) values (0, 0, 0, 0);

-- One key for each store; a second one comes only with a copy of another store.
create table erasure_keys (key text primary key not null);

create table erasures (
  email_hash text primary key not null,
  erased_at bigint not null
);

create table removals (
  email_hash text primary key not null,
  email text,
  email_key text,
  contact_id text,
  queued_at bigint not null,
  due_at bigint,
  done_at bigint,
  import_id bigint
);

create table event (
  edition integer,
  phase text,
  phase_since bigint,
  moved_to bigint,
  sequence integer not null,
  changed_at bigint,
  preview_key text not null
);

create table groups (
  id KEY,
  link text not null,
  room integer not null,
  stop_at integer not null,
  opened_at bigint not null,
  closed_at bigint
);

-- The key: two presses at once cannot get the same place, whatever process answers them.
create table group_places (
  group_id bigint not null references groups (id) on delete cascade,
  number integer not null,
  person text,
  full_at bigint,
  primary key (group_id, number)
);

-- A person has one place, and after each "this group is full" another one.
create unique index group_places_person on group_places (person) where full_at is null;

create index group_places_full on group_places (person, group_id) where full_at is not null;

create index group_places_said on group_places (group_id, full_at) where full_at is not null;

create table visit_counts (
  hour bigint not null,
  step text not null,
  source text not null,
  surface text not null,
  count bigint not null,
  primary key (hour, step, source, surface)
);

create table step_totals (
  step text not null,
  source text not null,
  surface text not null,
  count bigint not null,
  new_people bigint not null,
  primary key (step, source, surface)
);

create table minute_counts (
  minute bigint primary key not null,
  views bigint not null,
  sign_ups bigint not null,
  new_people bigint not null
);

create table page_health (
  hour bigint not null,
  measure text not null,
  value text not null,
  file text not null,
  build text not null,
  device text not null,
  count bigint not null,
  primary key (hour, measure, value, file, build, device)
);

create table panel_keys (
  id KEY,
  link_hash text not null unique,
  session_hash text unique,
  may_write integer not null,
  made_at bigint not null,
  used_at bigint
);

create table actions (
  id KEY,
  at bigint not null,
  panel_key bigint,
  action text not null,
  detail text
);

create table troubles (
  name text primary key not null,
  began_at bigint not null,
  over_at bigint,
  told integer not null
);

create table watch (
  holder text,
  expires_at bigint not null
);

insert into watch (expires_at) values (0);

-- The newest good copy in each place to which copies are made again and again.
create table copies (
  place text primary key not null,
  every_ms bigint not null,
  at bigint not null
);

-- Its one row is written to find out whether the store can be written to.
create table readiness (tries bigint not null);

insert into readiness (tries) values (0);`;

/**
 * What only Postgres needs: the shared clock, which SQLite gets in `connection/sqlite.ts`, and that all rows are hidden
 * from every role but the owner of the tables, as which the server connects. Platforms like Supabase give an anonymous
 * role of the web rights on each new table and counter. They are taken back too, because rules for rows do not stop
 * `truncate`, nor a trigger. A role with BYPASSRLS keeps its rights on purpose.
 */
const onlyPostgres = `
create or replace function clock_ms() returns bigint language sql volatile
  as 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

do $$
declare
  ours regclass[] := array(select name::regclass from unnest(array[
    'submissions', 'leads', 'deliveries', 'imports', 'courier', 'erasure_keys', 'erasures', 'removals',
    'event', 'groups', 'group_places', 'visit_counts', 'step_totals', 'minute_counts', 'page_health', 'panel_keys',
    'actions', 'troubles', 'watch', 'copies', 'readiness', 'migrations']) as name);
  hidden regclass;
  given record;
begin
  foreach hidden in array ours loop
    execute format('alter table %s enable row level security', hidden);
  end loop;
  for given in
    select distinct pg_class.oid::regclass as name, grantee
    from pg_class cross join aclexplode(relacl) left join pg_roles on pg_roles.oid = grantee
    where grantee <> relowner and not coalesce(rolbypassrls or rolsuper, false) and (pg_class.oid = any (ours)
      or pg_class.oid in (select objid from pg_depend where deptype = 'a' and refobjid = any (ours)))
  loop
    execute format('revoke all on %s from %s', given.name,
      case given.grantee when 0 then 'public' else given.grantee::regrole::text end);
  end loop;
end $$;`;

export async function createTables(database: Database): Promise<void> {
  const key = isPostgres(database)
    ? "bigserial primary key"
    : "integer primary key autoincrement not null";
  const text = `${tables.replaceAll("KEY", key)}\n${isPostgres(database) ? onlyPostgres : ""}`;
  for (const statement of text.split(/;\n\n|;$/).filter((part) => part.trim() !== ""))
    await sql.raw(statement).execute(database);
  await sql`insert into erasure_keys (key) values (${newKey()})`.execute(database);
  // The operator has chosen nothing yet, and the key is a new one.
  await sql`insert into event (sequence, preview_key) values (0, ${newKey()})`.execute(database);
}

function newKey(): string {
  return randomBytes(32).toString("hex");
}
