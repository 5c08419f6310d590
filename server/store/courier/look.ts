import { sql } from "kysely";
import { importable } from "#server/store/deliveries/imports.ts";
import { retentionEveryMs } from "#server/store/erasure/retention.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { type Circuit, circuitOf } from "./circuit.ts";

/** What a courier has to do now, and what makes it wait. */
export type Look = {
  circuit: Circuit;
  due: {
    delivery: boolean;
    removal: boolean;
    /** The result of an import is to be asked for. */
    check: boolean;
    /** More leads may travel with an import than are sent individually. */
    import: boolean;
  };
  /** Leads can be derived from submissions. */
  toDerive: boolean;
  /** A courier died amid its work: only the next holder of the lease makes due again what it had claimed. */
  hasDied: boolean;
  /** An hour has passed since old sign-ups were removed. */
  retentionIsDue: boolean;
};

/**
 * The most due leads that are sent individually. More leads travel with an import, because a lead sent individually
 * takes three requests or more.
 */
export const maxIndividually = 50;

/** Looks, in one query that reads a few entries of indexes. */
export async function look(database: Database, now: number): Promise<Look> {
  const row = await database
    .selectFrom("courier")
    .selectAll()
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom("submissions")
          .select("id")
          .where("derived_at", "is", null)
          .where(notHeldInQuery),
      ).as("underived"),
      exists(selectFrom("deliveries").select("lead_id").where("due_at", "<=", now)).as("delivery"),
      exists(selectFrom("removals").select("email_hash").where("due_at", "<=", now)).as("removal"),
      exists(selectFrom("imports").select("id").where("check_at", "<=", now)).as("check"),
      sql<boolean>`expires_at > 0 and expires_at <= clock_ms()`.as("has_died"),
    ])
    .select(
      database
        .selectFrom(
          importable(database, now)
            .limit(maxIndividually + 1)
            .as("first_importable"),
        )
        .select((query) => query.fn.countAll<number>().as("count"))
        .as("importable"),
    )
    .executeTakeFirstOrThrow();
  return {
    circuit: circuitOf(row),
    due: {
      delivery: Boolean(row.delivery),
      removal: Boolean(row.removal),
      check: Boolean(row.check),
      import: Number(row.importable) > maxIndividually,
    },
    toDerive: Boolean(row.underived),
    hasDied: Boolean(row.has_died),
    retentionIsDue: (row.clock_trusted_at ?? 0) <= now - retentionEveryMs,
  };
}
