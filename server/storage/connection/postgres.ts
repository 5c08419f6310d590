import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { migrate } from "#server/storage/migrations/migrate.ts";
import type { Database, Tables } from "#server/storage/tables.ts";
import { findNotDurableSettings } from "./durability.ts";
import { StoreOutage, wordsOf } from "./errors.ts";

type PoolLimits = { size: number; connectWithinMs: number };
type OpenedPostgres =
  | { kind: "open"; database: Database }
  | { kind: "not-durable"; settings: string[] };

const limits = { size: 10, connectWithinMs: 3_000, maxUseMs: 60_000 };
/** Shorter times, because a visitor waits and must learn in time that the sign-up failed. */
const signUpLimits = { size: 3, connectWithinMs: 2_000, maxUseMs: 2_500 };

/** `read_only_sql_transaction`: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const readOnlyCode = "25006";

/** After this time a connection is replaced, because the address may by then name another server. */
const maxLifetimeSeconds = 300;

/** Writes nothing before it is known that this Postgres keeps what it commits. */
export async function openPostgres(url: string): Promise<OpenedPostgres> {
  const pool = openPool(url, limits);
  const database = overPool(pool);
  try {
    await connectOnce(pool);
    const settings = await findNotDurableSettings(database);
    if (settings.length > 0) {
      await database.destroy();
      return { kind: "not-durable", settings };
    }
    await migrate(database, "bigserial");
    // Not before: a migration may take as long as it needs.
    cutWhenInUseFor(pool, limits.maxUseMs);
    return { kind: "open", database };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

export function openPostgresForSignUps(url: string): Database {
  const pool = openPool(url, signUpLimits);
  cutWhenInUseFor(pool, signUpLimits.maxUseMs);
  return overPool(pool);
}

function overPool(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Connecting fails in more ways than can be listed, many without a code. The operator can repair them all, so each is an outage. */
async function connectOnce(pool: pg.Pool): Promise<void> {
  try {
    const client = await pool.connect();
    client.release();
  } catch (error) {
    throw new StoreOutage(wordsOf(error));
  }
}

/** A pool that survives a restart of its server: a broken connection is dropped, and the next query makes a new one. */
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
  // Without these listeners a broken connection would end the process: an idle one by the first event, one in use
  // by the second. The query that uses the connection, or the next one, fails and reports the cause.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  leaveReadOnly(pool);
  return pool;
}

/**
 * Cuts a connection that is in use for too long: its query fails, and the pool drops it. A server behind a broken
 * network neither answers nor hangs up, and Node would wait for ever.
 */
export function cutWhenInUseFor(pool: pg.Pool, ms: number): void {
  const cuts = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => cuts.set(client, setTimeout(cut, ms, client, ms)));
  pool.on("release", (_, client) => clearTimeout(cuts.get(client)));
}

function cut({ connection }: pg.PoolClient, ms: number): void {
  connection.stream.destroy(new StoreOutage(`timeout: Postgres gave no answer within ${ms} ms`));
}

/** Refuses a new connection to a standby, which accepts connections and refuses only writes. */
async function refuseReadOnly(client: pg.PoolClient, withinMs: number): Promise<undefined> {
  if (!(await isReadOnly(client, withinMs))) return undefined;
  // PgBouncer would keep its own connection to the standby. It ends one whose client leaves in the middle of a transaction.
  await client.query("begin");
  throw new StoreOutage("Postgres can only be read: it is a standby, or set to be read only");
}

/** Needs its own time limit: a pooler accepts a connection at once, and its first query then waits for a server. */
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
 * Ends a connection after a write was refused as read-only. The connection works otherwise, so with
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
