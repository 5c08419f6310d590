import { type ColumnMetadata, type Selectable, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres, openPostgresForSignUps } from "#server/store/connection/postgres.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import {
  createPostgresDatabase,
  engines,
  openSqliteIn,
  tellPostgres,
  temporaryDatabase,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import type { Database, Tables } from "./row-types.ts";

/** What a column of each table may hold: `?` means also null. It compiles only if it is true of `row-types.ts`. */
type Kind<Value> =
  `${NonNullable<Value> extends number ? "number" : "text"}${null extends Value ? "?" : ""}`;
type Columns<Row> = { [Name in keyof Selectable<Row>]: Kind<Selectable<Row>[Name]> };
const columns: { [Name in keyof Tables]: Columns<Tables[Name]> } = {
  submissions: {
    id: "number",
    received_at: "number",
    name: "text",
    email: "text",
    whatsapp: "text",
    email_key: "text",
    surface: "text",
    derived_at: "number?",
    wording: "text?",
    cta: "text?",
    source: "text?",
    ip: "text?",
    user_agent: "text?",
    idempotency_key: "text?",
    flag: "text?",
    released_at: "number?",
  },
  leads: {
    id: "number",
    email_key: "text",
    name: "text",
    email: "text",
    whatsapp: "text",
    phone: "text?",
    created_at: "number",
    updated_at: "number",
    consented_at: "number?",
    wants_next: "number",
  },
  deliveries: {
    lead_id: "number",
    state: "text",
    attempts: "number",
    due_at: "number?",
    last_outcome: "text?",
    contact_id: "text?",
    updated_at: "number",
    refusals: "number",
    individually: "number?",
    import_id: "number?",
  },
  imports: {
    id: "number",
    batch: "text?",
    size: "number",
    sent_at: "number",
    check_at: "number?",
    checks: "number",
  },
  courier: {
    token: "number",
    expires_at: "number",
    back_off_until: "number",
    trips: "number",
    tripped_at: "number?",
    tripped_reason: "text?",
    probe_at: "number?",
    paused_at: "number?",
    retention_ran_at: "number?",
  },
  erasure_keys: {
    key: "text",
  },
  erasures: {
    email_hash: "text",
    erased_at: "number",
  },
  removals: {
    email_hash: "text",
    email: "text?",
    email_key: "text?",
    contact_id: "text?",
    queued_at: "number",
    due_at: "number?",
    done_at: "number?",
    import_id: "number?",
  },
  event: {
    edition: "number?",
    phase: "text?",
    phase_since: "number?",
    moved_to: "number?",
    sequence: "number",
    changed_at: "number?",
    preview_key: "text",
  },
  groups: {
    id: "number",
    link: "text",
    room: "number",
    stop_at: "number",
    opened_at: "number",
    closed_at: "number?",
  },
  group_places: {
    group_id: "number",
    number: "number",
    person: "text?",
    full_at: "number?",
  },
  visit_counts: {
    hour: "number",
    step: "text",
    source: "text",
    surface: "text",
    count: "number",
  },
  step_totals: {
    step: "text",
    source: "text",
    surface: "text",
    count: "number",
    new_people: "number",
  },
  minute_counts: {
    minute: "number",
    views: "number",
    sign_ups: "number",
    new_people: "number",
  },
  page_health: {
    hour: "number",
    measure: "text",
    value: "text",
    file: "text",
    build: "text",
    device: "text",
    count: "number",
  },
  panel_keys: {
    id: "number",
    link_hash: "text",
    session_hash: "text?",
    may_write: "number",
    made_at: "number",
    used_at: "number?",
  },
  actions: {
    id: "number",
    at: "number",
    panel_key: "number?",
    action: "text",
    detail: "text?",
  },
  troubles: { name: "text", began_at: "number", over_at: "number?", told: "number" },
  watch: { holder: "text?", expires_at: "number" },
  copies: {
    place: "text",
    every_ms: "number",
    at: "number",
  },
  readiness: {
    tries: "number",
  },
};

test.each(engines)("on %s the tables have the columns that the program knows", async (engine) => {
  const database = await temporaryDatabase(engine);
  const tables = await database.introspection.getTables();
  const kindOf = ({ dataType, isNullable }: ColumnMetadata) =>
    `${dataType.toLowerCase() === "text" ? "text" : "number"}${isNullable ? "?" : ""}`;
  const found = tables
    .filter(({ name }) => name !== "migrations")
    .map((table) => [
      table.name,
      Object.fromEntries(table.columns.map((column) => [column.name, kindOf(column)])),
    ]);
  expect(Object.fromEntries(found)).toEqual(columns);
});

test("each new store has keys of its own", async () => {
  const keys = new Set<string>();
  for (let count = 0; count < 2; count += 1) {
    const folder = await temporaryFolder();
    const database = await openSqliteIn(folder);
    const { preview_key } = await database
      .selectFrom("event")
      .select("preview_key")
      .executeTakeFirstOrThrow();
    const { key } = await database
      .selectFrom("erasure_keys")
      .select("key")
      .executeTakeFirstOrThrow();
    keys.add(preview_key).add(key);
    await database.destroy();
  }
  expect(keys.size).toBe(4);
});

const everyRight = `grant all on all tables in schema public to`;

test("a role with every right on our tables neither reads nor writes any of their rows", async () => {
  const { url, database } = await openAsOwner();
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  const role = await createRole(url);
  await tellPostgres(url, `${everyRight} ${role}`);
  const asRole = openPostgresForSignUps(withRole(url, role));
  onTestFinished(() => asRole.destroy());
  for (const table of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(asRole);
    expect(rows, table).toEqual([]);
    const removed = await sql`delete from ${sql.table(table)}`.execute(asRole);
    expect(removed.numAffectedRows, table).toBe(0n);
  }
  const key = asRole.insertInto("erasure_keys").values({ key: "mine" });
  await expect(key.execute()).rejects.toThrow("row-level security");
});

test("a role that gets every right on new tables can neither truncate them, nor add triggers, nor set their sequences", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const role = await createRole(store.url);
  for (const kind of ["tables", "sequences"])
    await tellPostgres(
      store.url,
      `alter default privileges in schema public grant all on ${kind} to ${role}, public`,
    );
  const opened = await openPostgres(store.url);
  if (opened.kind !== "open") throw new Error(opened.kind);
  onTestFinished(() => opened.database.destroy());
  await appendSubmission(opened.database, { lead: ana, surface: "popup", receivedAt: 0 });
  const asRole = openPostgresForSignUps(withRole(store.url, role));
  onTestFinished(() => asRole.destroy());
  for (const statement of [
    "truncate submissions cascade",
    "create trigger spy after insert on submissions for each row execute function suppress_redundant_updates_trigger()",
    "select setval('submissions_id_seq', 1)",
  ])
    await expect(sql.raw(statement).execute(asRole), statement).rejects.toThrow(
      /permission denied/,
    );
  const left = await sql`select relname from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and grantee <> relowner`.execute(opened.database);
  expect(left.rows).toEqual([]);
});

test("every table of the store hides its rows, also those of later versions", async () => {
  const { database } = await openAsOwner();
  const { rows } = await sql`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity`.execute(
    database,
  );
  expect(await tablesOf(database)).toContain("submissions");
  expect(rows).toEqual([]);
});

test("an owner of the tables who is no superuser stores and derives as before", async () => {
  const { database } = await openAsOwner();
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  await deriveLeads(database, 0);
  const leads = await database.selectFrom("leads").select("email").execute();
  expect(leads).toEqual([{ email: ana.email }]);
});

/** Opens a store as an ordinary role, because no rule for rows holds for a superuser. */
async function openAsOwner(): Promise<{ url: string; database: Database }> {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const role = await createRole(store.url);
  await tellPostgres(store.url, `grant create on schema public to ${role}`);
  const opened = await openPostgres(withRole(store.url, role));
  if (opened.kind !== "open") throw new Error(opened.kind);
  onTestFinished(() => opened.database.destroy());
  return { url: store.url, database: opened.database };
}

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}
