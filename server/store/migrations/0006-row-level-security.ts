import { type Migration, sql } from "kysely";
import type { KeyType } from "./first-version/columns.ts";

const tables = [
  "submissions",
  "leads",
  "deliveries",
  "courier",
  "request_slots",
  "imports",
  "erasure_keys",
  "erasures",
  "removals",
  "event",
  "groups",
  "group_places",
  "visit_counts",
  "step_totals",
  "minute_counts",
  "page_health",
  "panel_keys",
  "deeds",
  "troubles",
  "kysely_migration",
  "kysely_migration_lock",
];

/**
 * Hides every row in Postgres from all roles but the owner of the tables, as which the server connects. Platforms like
 * Supabase give an anonymous role of the web rights on each new table. They are taken back too, because rules for rows
 * do not stop `truncate`, nor a trigger.
 */
export function rowLevelSecurity(keyType: KeyType): Migration {
  return {
    async up(database) {
      // SQLite has no roles.
      if (keyType !== "bigserial") return;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} enable row level security`.execute(database);
      await revokeRights.execute(database);
    },
  };
}

/** Takes back the rights on sequences too. A role with BYPASSRLS keeps its rights on purpose. */
const revokeRights = sql`do $$
declare given record;
begin
  for given in
    with ours as (select oid, relacl, relowner from pg_class where oid = any (${regclasses(tables)})),
    counters as (
      select pg_class.oid, pg_class.relacl, pg_class.relowner from pg_class
      join pg_depend on objid = pg_class.oid and deptype = 'a' and refobjid in (select oid from ours)
      where relkind = 'S'
    )
    select distinct named.oid::regclass as name, grantee
    from (table ours union all table counters) named, aclexplode(relacl)
    left join pg_roles on pg_roles.oid = grantee
    where grantee <> relowner and not coalesce(rolbypassrls or rolsuper, false)
  loop
    execute format('revoke all on %s from %s', given.name,
      case given.grantee when 0 then 'public' else given.grantee::regrole::text end);
  end loop;
end $$`;

function regclasses(names: readonly string[]) {
  return sql.raw(`array[${names.map((name) => `'"${name}"'::regclass`).join(", ")}]`);
}
