import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { outages } from "#phrases/store-outages.ts";
import { newestMigration } from "#server/store/migrations/migrate.ts";
import type { Database, Tables } from "#server/store/tables.ts";
import { findNotDurableSettings, lastMigration } from "./durability.ts";
import { StoreOutage, wordsOf } from "./errors.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { cutWhenInUseFor, openPool } from "./postgres-pool.ts";

type Unfit = { kind: "missing" } | { kind: "not-durable"; settings: string[] };
/** What an edge platform chooses in place of the limits below. */
type PoolChoices = { size?: number; idleMs?: number; ca?: string | undefined };
export type OpenedPostgres = { kind: "open"; database: Database } | Unfit;

/** A copy reads or writes all rows in one transaction. */
const copyLimits = { size: 1, connectWithinMs: 3_000, maxUseMs: 3_600_000 };
const limits = { size: 10, connectWithinMs: 3_000, maxUseMs: 60_000 };
/**
 * The time limits of the connections for sign-ups are shorter than those of the other connections: a visitor waits, and
 * must learn soon that a sign-up failed.
 */
const signUpLimits = { size: 3, connectWithinMs: 2_000, maxUseMs: 2_500 };

/**
 * Opens the store in Postgres. Nothing is written before the settings show that this Postgres keeps its commits through
 * a power cut.
 */
export async function openPostgres(
  url: string,
  { onlyExisting = false, ...choices }: PoolChoices & { onlyExisting?: boolean } = {},
): Promise<OpenedPostgres> {
  const pool = openPool(url, { ...limits, ...choices });
  cutWhenInUseFor(pool, limits.maxUseMs);
  const database = overPool(pool);
  try {
    await connectOnce(pool);
    const unfit = await findUnfit(database, onlyExisting);
    if (unfit !== undefined) {
      await database.destroy();
      return unfit;
    }
    await refuseHiddenRows(database);
    if (!(await isUpToDate(database))) await migrateWithoutLimit(url, choices);
    return { kind: "open", database };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/**
 * Counts every failure to connect as an outage, because the operator can repair all of them. There are more such
 * failures than can be listed, many without a code.
 */
async function connectOnce(pool: pg.Pool): Promise<void> {
  try {
    const client = await pool.connect();
    client.release();
  } catch (error) {
    throw new StoreOutage(wordsOf(error));
  }
}

async function findUnfit(database: Database, onlyExisting: boolean): Promise<Unfit | undefined> {
  const settings = await findNotDurableSettings(database);
  if (settings.length > 0) return { kind: "not-durable", settings };
  return onlyExisting && !(await hasTables(database)) ? { kind: "missing" } : undefined;
}

/** Row-level security shows a role that does not own the tables no row and no error, as if the store were empty. */
async function refuseHiddenRows(database: Database): Promise<void> {
  const { rows } = await sql<{ hidden: boolean | null }>`
    select row_security_active(to_regclass('kysely_migration')) as hidden`.execute(database);
  if (rows[0]?.hidden) throw new StoreOutage(outages.hiddenRows);
}

async function hasTables(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(database);
  return rows[0]?.found === true;
}

/** A migration may take as long as it needs, so it has a connection of its own without a time limit. */
async function migrateWithoutLimit(url: string, choices: PoolChoices): Promise<void> {
  const database = overPool(openPool(url, { ...limits, ...choices, size: 1 }));
  await migratePostgres(database).finally(() => database.destroy());
}

export function openPostgresForCopies(url: string): Database {
  const pool = openPool(url, copyLimits);
  cutWhenInUseFor(pool, copyLimits.maxUseMs);
  return overPool(pool);
}

/** Whether the store has all tables and columns of this version: two short queries. */
export async function isUpToDate(database: Database): Promise<boolean> {
  return (await hasTables(database)) && (await lastMigration(database)) >= newestMigration();
}

export function openPostgresForSignUps(url: string, choices: PoolChoices = {}): Database {
  const pool = openPool(url, { ...signUpLimits, ...choices });
  cutWhenInUseFor(pool, signUpLimits.maxUseMs);
  return overPool(pool);
}

function overPool(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
