import { eachField, emailKey } from "#lead/lead.ts";
import { insertPrepared } from "./prepared-rows.ts";
import type { Submission } from "./submissions.ts";
import type { Database } from "./tables.ts";

type Row = ReturnType<typeof row>;
type Inserted = { idempotency_key: string | null };

/** Inserts those whose key is new, and says which keys that were. */
export function insertSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Inserted[]> {
  const rows = submissions.map(row);
  return insertPrepared(database, "submissions", { rows, build: () => insertion(database, rows) });
}

function insertion(database: Database, rows: Row[]) {
  return database
    .insertInto("submissions")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("idempotency_key").where("idempotency_key", "is not", null).doNothing(),
    )
    .returning("idempotency_key");
}

/** Written out in one order, also where a lead has another: the statement is made once for all. */
function row({ lead, surface, receivedAt, ...rest }: Submission) {
  return {
    ...eachField((field) => lead[field]),
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
  };
}
