import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { versions } from "node:process";
import { outageReason, outages, StoreOutage } from "#server/store/connection/errors.ts";
import { openPostgres, openWithin, signUpLimits } from "#server/store/connection/postgres.ts";
import {
  hasContent,
  isLogAlone,
  makeFolder,
  openSqlite,
  openSqliteForReading,
  type SqliteOptions,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import type { Database } from "./schema.ts";

export type Store = { kind: "sqlite"; folder: string } | { kind: "postgres"; url: string };
export type OpenOptions = SqliteOptions & {
  /** True: a store that does not exist is not created. */
  onlyExisting?: boolean;
};

/** Opens the store and brings its tables up to date. Throws an outage if the store cannot be used. */
export async function openDatabase(store: Store, options: OpenOptions = {}): Promise<Database> {
  if (store.kind === "postgres") return openPostgres(store.url, options);
  const file = sqliteFile(store.folder);
  // If only the write-ahead log is left, the store is not missing: the log holds sign-ups, and `openSqlite` reports
  // this.
  if (options.onlyExisting && !hasContent(file) && !isLogAlone(file))
    throw new StoreOutage(outages.missing);
  makeFolder(store.folder);
  return openSqlite(file, options);
}

/**
 * Returns the connection for sign-ups to a store that is already open. In Postgres sign-ups have their own pool,
 * so that slow work, such as deriving leads, never keeps a sign-up waiting for a connection.
 */
export function openForSignUps(store: Store, database: Database): Database {
  return store.kind === "sqlite" ? database : openWithin(store.url, signUpLimits);
}

/**
 * Returns the connection that reads figures from a store that is already open. In SQLite no transaction waits for the
 * reads of this connection.
 */
export function openForReading(store: Store, database: Database): Database {
  return store.kind === "sqlite" ? openSqliteForReading(sqliteFile(store.folder)) : database;
}

/**
 * Names the store in messages for people: the whole path of its file, because a relative path means another folder
 * elsewhere; or its address without user and password. A password with a bare `/`, `?` or `#` makes a URL whose host
 * and path contain a part of the password, with the "@" after it: such an address is not shown.
 */
export function describeStore(store: Store): string {
  if (store.kind === "sqlite") return resolve(sqliteFile(store.folder));
  const { host, pathname, search, hash } = new URL(store.url);
  const holdsPassword = `${pathname}${search}${hash}`.includes("@");
  return `Postgres (${holdsPassword ? "DATABASE_URL" : `${host}${pathname}`})`;
}

export type OpenedStore =
  | { kind: "open"; database: Database }
  | { kind: "outage"; mistake: string };

/** The version of Node-API that SQLite's package needs: a Node with an older Node-API crashes when it opens a file. */
const neededNodeApi = 10;

/**
 * Opens the store, or returns a sentence that says what the operator can do. Creates no empty store if a restore has left
 * the real store beside it.
 */
export async function openStore(
  store: Store,
  options: OpenOptions = {},
  { node, napi = "" }: Partial<typeof versions> = versions,
): Promise<OpenedStore> {
  if (Number(napi) < neededNodeApi)
    return {
      kind: "outage",
      mistake: `O programa precisa do Node 22.18 ou mais novo, e este é o ${node}. Instale o Node 24 de https://nodejs.org ou use os comandos do npm, que o buscam.`,
    };
  try {
    if (store.kind === "sqlite" && !hasContent(sqliteFile(store.folder))) {
      const left = leftBeside(store.folder).filter((path) => !isPart.test(path));
      if (left.length > 0) return { kind: "outage", mistake: explainLeft(store, left) };
    }
    return { kind: "open", database: await openDatabase(store, options) };
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "outage", mistake: explain(store, reason) };
  }
}

/**
 * Opens the store for a command. Only the server creates a store: a command that created one, because DATA_DIR names
 * another folder, would show no leads where there are many.
 */
export function openExistingStore(store: Store): Promise<OpenedStore> {
  return openStore(store, { onlyExisting: true });
}

/** A copy that an interrupted `backup` has left. */
const isPart = /\.part-\w{6}$/;

/** The paths of old stores that `restore` has set aside, and of what an interrupted `restore` or `backup` has left. */
export function leftBeside(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(
    (name) => /^restoring-|\.replaced-/.test(name) || isPart.test(name),
  );
  return names.sort().map((name) => join(folder, name));
}

function explainLeft(store: Store, paths: readonly string[]): string {
  return `Não há leads em ${describeStore(store)}, mas uma restauração deixou ao lado: ${paths.join(", ")}. Rode essa restauração de novo, ou traga um destes arquivos de volta: npm run leads -- restore <arquivo>. Se você não precisa de nenhum, mova-os para outra pasta.`;
}

function explainMissing(store: Store): string {
  const [missing, setting, otherwise] =
    store.kind === "sqlite"
      ? [
          `na pasta ${resolve(store.folder)}: falta o arquivo leads.sqlite`,
          "DATA_DIR",
          "; sem DATA_DIR, é a pasta data",
        ]
      : [`no ${describeStore(store)}: faltam as tabelas`, "DATABASE_URL", ""];
  return `Não há leads ${missing}. O lugar vem de ${setting}, no ambiente ou no arquivo .env da pasta do projeto${otherwise}. Se os leads estão em outro, corrija ${setting}. Se o servidor ainda não usou este, inicie-o primeiro: npm start. Nada foi criado.`;
}

function explain(store: Store, reason: string): string {
  if (reason === outages.missing) return explainMissing(store);
  const place = describeStore(store);
  return store.kind === "sqlite"
    ? `Não é possível guardar leads em ${place} (${reason}). Se outro programa está usando o banco de dados, tente de novo em um minuto. Senão, dê a este usuário permissão para ler e escrever na pasta, ou escreva outra em DATA_DIR, no .env.`
    : `Não é possível guardar leads no ${place} (${reason}). Inicie o Postgres, mude lá o que falta, ou corrija DATABASE_URL no .env.`;
}
