import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { lastMigration, migrate, newestMigration } from "#server/store/migrate.ts";
import type { Database, Tables, Writing } from "#server/store/schema.ts";
import { refuseWhenOff, settingsOff } from "./durability.ts";
import { isLockTimeout, outages, StoreOutage, wordsOf } from "./errors.ts";

type PoolLimits = { size: number; connectWithinMs: number };

/**
 * The limits of a restore, which writes all rows in one transaction. A connection in use for longer than `maxUseMs` is
 * cut.
 */
export const restoreLimits = { size: 1, connectWithinMs: 3_000, maxUseMs: 3_600_000 };
const limits = { size: 10, connectWithinMs: 3_000, maxUseMs: 60_000 };
/** For sign-ups the limits are shorter: a visitor waits, and must learn soon that a sign-up failed. */
export const signUpLimits = { size: 3, connectWithinMs: 2_000, maxUseMs: 2_500 };

/**
 * Opens the store in Postgres, and throws an outage if the store cannot be used. Nothing is written before the settings
 * show that this Postgres keeps its commits through a power cut.
 */
export async function openPostgres(
  url: string,
  { onlyExisting = false }: { onlyExisting?: boolean } = {},
): Promise<Database> {
  const database = openWithin(url, limits);
  try {
    const { off, hasTables } = await look(database);
    refuseWhenOff(off);
    if (onlyExisting && !hasTables) throw new StoreOutage(outages.missing);
    if (!hasTables || (await lastMigration(database)) < newestMigration)
      await migrateWithoutLimit(url);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

type Looked = { off: string | null; hasTables: boolean };

/**
 * Every failure of the first query to Postgres is an outage, because the operator can repair all of them. The failures
 * are too many to be listed, and many have no code.
 */
async function look(database: Database): Promise<Looked> {
  const question = sql<Looked>`
    select ${settingsOff} as off,
      to_regclass('schema_migrations') is not null as "hasTables"`;
  const { rows } = await question.execute(database).catch((error: unknown) => {
    throw new StoreOutage(wordsOf(error));
  });
  const [looked] = rows;
  if (looked === undefined) throw new Error("Postgres has answered nothing.");
  return looked;
}

/** A migration may take as long as it needs, so it has a connection of its own without a time limit. */
async function migrateWithoutLimit(url: string): Promise<void> {
  const database = overPool(openPool(url, { ...limits, size: 1 }));
  try {
    while (!(await tryToMigrate(database))) await sleep(retryMs);
  } finally {
    await database.destroy();
  }
}

/** How long a migration waits for a table before it tries again later: meanwhile sign-ups wait behind the migration. */
const waitForTableMs = 1_000;
const retryMs = 1_000;

/**
 * Changes the tables to the newest version; processes that start together do this one after the other. Returns false,
 * and leaves the tables as they were, if a table was in use for too long, for example by a copy.
 */
async function tryToMigrate(database: Database): Promise<boolean> {
  // At this isolation level each query sees what other processes have committed; the default of the database role may
  // be another level.
  const transaction = database.transaction().setIsolationLevel("read committed");
  try {
    await transaction.execute(async (writing) => {
      await takeLock(writing, { to: "migrate" });
      await sql`set local lock_timeout = ${sql.lit(waitForTableMs)}`.execute(writing);
      await migrate(writing);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** The kinds of work that only one process may do at a time, each with the number of its lock in Postgres. */
const locks = { migrate: 20_261_110, countPresses: 20_261_111 };

/**
 * After this time Postgres ends an idle transaction, because its server may have lost the network while all other
 * servers wait for its lock.
 */
const lostAfterMs = 5_000;

/**
 * Takes the lock of this kind of work, after waiting until no other process has it. The lock ends with the transaction:
 * a lock of the session would stay on a connection of a pooler in transaction mode.
 */
export async function takeLock(
  transaction: Writing,
  { to }: { to: keyof typeof locks },
): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(lostAfterMs)}, true),
    pg_advisory_xact_lock(${sql.lit(locks[to])})`.execute(transaction);
}

export function openWithin(url: string, limits: PoolLimits & { maxUseMs: number }): Database {
  const pool = openPool(url, limits);
  cutWhenInUseFor(pool, limits.maxUseMs);
  return overPool(pool);
}

function overPool(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The code of the error `read_only_sql_transaction`: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const readOnlyCode = "25006";

/**
 * A Postgres connection is replaced after this time, because the host name in the store's URL may by then name another
 * server.
 */
const maxLifetimeSeconds = 300;

/**
 * Opens a pool of connections that survives a restart of the Postgres server: a broken connection is dropped, and the
 * next query makes a new one.
 */
export function openPool(url: string, { size, connectWithinMs }: PoolLimits): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    maxLifetimeSeconds,
    verify: (client, done) => void refuseReadOnly(client, connectWithinMs).then(done, done),
  });
  // Without these listeners a broken connection would end the process: the first is for an idle connection, the second
  // for one in use. The query that uses the connection, or the next query, fails and reports the cause.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  leaveReadOnly(pool);
  return pool;
}

/**
 * Cuts a connection that is in use for too long: its query fails, and the pool drops the connection. A server behind a
 * broken network sends no answer and leaves the connection open, so Node would wait for ever.
 */
export function cutWhenInUseFor(pool: pg.Pool, ms: number): void {
  const cuts = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => cuts.set(client, setTimeout(cut, ms, client, ms)));
  pool.on("release", (_, client) => clearTimeout(cuts.get(client)));
}

function cut({ connection }: pg.PoolClient, ms: number): void {
  connection.stream.destroy(new StoreOutage(outages.noAnswerWithin(ms)));
}

/** Refuses a new connection if it leads to a standby: a standby accepts connections and refuses only writes. */
async function refuseReadOnly(client: pg.PoolClient, withinMs: number): Promise<undefined> {
  if (!(await isReadOnly(client, withinMs))) return undefined;
  // The open transaction makes PgBouncer end its own connection to the standby when we close ours. Without the
  // transaction PgBouncer would keep that connection.
  await client.query("begin");
  throw new StoreOutage("o Postgres só aceita leitura: é uma réplica, ou está em modo de leitura");
}

/**
 * The query that looks for a standby needs its own time limit: a pooler accepts a connection at once, and the first
 * query waits until the pooler has a server.
 */
async function isReadOnly(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  const timer = setTimeout(cut, withinMs, client, withinMs);
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return rows[0]?.transaction_read_only === "on";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a connection on which Postgres has refused a write as read-only. Reads still succeed on this connection, so with
 * steady traffic the pool would keep it for ever.
 */
function leaveReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === readOnlyCode) readOnly.add(client);
    });
  });
  pool.on("release", (_, client) => {
    if (readOnly.has(client)) void client.end();
  });
}
