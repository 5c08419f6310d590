import { sql } from "kysely";
import { eachField, emailKey } from "#lead/lead.ts";
import { isPostgres, refuseWhenOff, settingsOff } from "#server/storage/connection/durability.ts";
import { insertPrepared } from "#server/storage/connection/prepared-inserts.ts";
import type { Database } from "#server/storage/tables.ts";
import type { Submission } from "./submissions.ts";

type Row = ReturnType<typeof row>;
type Settings = { off?: string | null };
type Inserted = Settings & { idempotency_key: string | null };

/** Inserts the submissions with new keys, and returns these keys. Throws when Postgres does not wait for its disk. */
export async function insertSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Inserted[]> {
  const rows = submissions.map(row);
  const build = () =>
    isPostgres(database)
      ? insertion(database, rows).returning(["idempotency_key", settingsOff.as("off")])
      : insertion(database, rows).returning("idempotency_key");
  const inserted = await insertPrepared<Inserted>(database, "submissions", { rows, build });
  if (isPostgres(database)) refuseWhenOff((inserted[0] ?? (await commitMessage(database)))?.off);
  return inserted;
}

function insertion(database: Database, rows: Row[]) {
  return database
    .insertInto("submissions")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("idempotency_key").where("idempotency_key", "is not", null).doNothing(),
    );
}

/**
 * Waits until a synchronous standby has the sign-ups that are already stored. An insert with only known keys writes nothing,
 * and its commit would not wait; this writes a message into the write-ahead log. See docs/decisions/0019.
 */
async function commitMessage(database: Database): Promise<Settings | undefined> {
  const { rows } = await sql<Settings>`
    select pg_logical_emit_message(true, 'sign-up', ''), ${settingsOff} as off
  `.execute(database);
  return rows[0];
}

/** Written out in one order, also where a lead has another: the statement is made once for all. */
function row({ lead, surface, receivedAt, ...rest }: Submission) {
  const fields = eachField((field) => lead[field]);
  return Object.assign(fields, {
    received_at: receivedAt,
    email_key: emailKey(lead.email),
    surface,
    wording: rest.wording ?? null,
    cta: rest.cta ?? null,
    source: rest.source ?? null,
    ip: rest.ip ?? null,
    user_agent: rest.userAgent ?? null,
    idempotency_key: rest.idempotencyKey ?? null,
    flag: rest.flag ?? null,
  });
}
