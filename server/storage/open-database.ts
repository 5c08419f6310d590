import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import pg from "pg";
import { migrate } from "./migrate.ts";
import type { Database, Tables } from "./tables.ts";

export type Store = { kind: "sqlite"; folder: string } | { kind: "postgres"; url: string };
export type Opened = { kind: "open"; database: Database } | { kind: "unusable"; reason: string };

/** How long a process waits while another one writes to the same file. */
const busyTimeoutMs = 5_000;
const connectTimeoutMs = 3_000;
const poolSize = 10;

/** Opens the store and brings its tables up to date; what an operator can mend comes back as a reason. */
export async function openDatabase(store: Store): Promise<Opened> {
  try {
    return { kind: "open", database: await open(store) };
  } catch (error) {
    const reason = brokenWorld(error);
    if (reason === undefined) throw error;
    return { kind: "unusable", reason };
  }
}

/** For people to read: never with the password. */
export function describeStore(store: Store): string {
  switch (store.kind) {
    case "sqlite":
      return join(store.folder, "leads.sqlite");
    case "postgres":
      return `Postgres at ${new URL(store.url).host}`;
  }
}

function open(store: Store): Promise<Database> {
  switch (store.kind) {
    case "sqlite":
      return openSqlite(store.folder);
    case "postgres":
      return openPostgres(store.url);
  }
}

async function openSqlite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true });
  const file = new Sqlite(join(folder, "leads.sqlite"), { timeout: busyTimeoutMs });
  try {
    file.pragma("journal_mode = WAL");
    // WAL alone survives a crash of the process; FULL also survives a power cut.
    file.pragma("synchronous = FULL");
    file.pragma("foreign_keys = ON");
    return await migrateAlone(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Kysely takes no migration lock on SQLite: the write lock is ours, so that processes that start together take turns. */
async function migrateAlone(file: Sqlite.Database): Promise<Database> {
  const database = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: file }) });
  file.exec("begin immediate");
  await migrate(database, "integer");
  file.exec("commit");
  return database;
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: { database: Sqlite.Database };

  constructor(config: { database: Sqlite.Database }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

/** A deferred transaction that reads first fails at once when another process wrote in between; this one waits its turn. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

async function openPostgres(url: string): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // An idle connection that breaks would end the process; the next query tells of it anyway.
  pool.on("error", () => undefined);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(database, "bigserial");
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** Codes of SQLite, of the file system, of the network and of Postgres that mean the world is broken, not the code. */
const worldCodes =
  /^(SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|FULL|IOERR|BUSY|PERM)|E[A-Z]+$|28|3D|53|57)/;

function brokenWorld(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return worldCodes.test(code) || /timeout/.test(error.message) ? error.message || code : undefined;
}
