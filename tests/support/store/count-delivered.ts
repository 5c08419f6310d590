import { sql } from "kysely";
import type { Database } from "#server/store/schema.ts";

export async function countDelivered(database: Database): Promise<number> {
  const { rows } = await sql`select lead_id from deliveries where state = 'delivered'`.execute(
    database,
  );
  return rows.length;
}
