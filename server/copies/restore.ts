import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { commandLine } from "#phrases/command-line.ts";
import {
  type Command,
  type CommandOutcome,
  type Context,
  done,
  failed,
  misused,
} from "#server/command-line/command.ts";
import { sync } from "#server/command-line/private-file.ts";
import { formatCount } from "#server/format.ts";
import { recordAction } from "#server/store/action-log.ts";
import { openWithin, restoreLimits } from "#server/store/connection/postgres.ts";
import {
  hasContent,
  isInUse,
  isLogAlone,
  makeFolder,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import { reapplyErasures, rewriteStore } from "#server/store/erasure.ts";
import { mergeErasures, readErasuresIn } from "#server/store/erasures-file.ts";
import { describeStore, leftBeside, openDatabase, type Store } from "#server/store/open-store.ts";
import { type Database, tables, type Writing } from "#server/store/schema.ts";
import { copySqlite, findUnfit } from "./backup.ts";

export const restore: Command = {
  usage: "<cópia> [--replace]  ou  restore --erased <arquivo>",
  summary: "troca o banco de dados por uma cópia de segurança",
  details: [
    "Pare o servidor antes. A cópia é conferida, e quem foi apagado depois dela é apagado de novo, até onde o banco antigo",
    "sabe. Ele fica ao lado do novo: apague-o quando não precisar mais dele.",
    "Num Postgres a cópia só entra se ele está vazio: crie outro banco.",
  ],
  operands: { min: 0, max: 1 },
  options: {
    replace: { type: "boolean", about: "troca o banco que já existe" },
    erased: {
      type: "string",
      about: "apaga deste banco quem está apagado em outra cópia, ou num arquivo de apagamentos",
    },
  },
  async run(context, { operands: [copy], switches, values }) {
    const newer = values.get("erased");
    if (copy !== undefined && newer !== undefined)
      return misused("Restaure a cópia primeiro, e rode --erased depois.");
    if (newer !== undefined) return eraseAgain(context, resolve(newer));
    if (copy === undefined) return misused(commandLine.argumentMissing);
    const { config, clock, note, write } = context.settings();
    const { store } = config;
    const options = { backup: resolve(copy), replace: switches.has("replace"), now: clock() };
    const outcome = await restoreStore(store, options);
    if (outcome.kind === "refused") return failed(outcome.why);
    const { leads, submissions, erasedAgain, aside, erasuresLost } = outcome;
    await write(
      `${describeStore(store)} foi restaurado. Leads: ${formatCount(leads)}, inscrições: ${formatCount(submissions)}, pessoas apagadas de novo: ${formatCount(erasedAgain)}.\n`,
    );
    if (aside !== undefined)
      await write(
        `O banco antigo está agora em ${aside}. Apague-o quando não precisar mais dele.\n`,
      );
    if (erasuresLost)
      note(
        "Não se sabe aqui quem foi apagado depois desta cópia. Se outra cópia, ou um arquivo de apagamentos, é mais nova: restore --erased <arquivo>. Senão, procure essas pessoas nos seus registros e apague-as de novo. Só depois inicie o servidor.",
      );
    return done;
  },
};

/**
 * Erases people again after the provider of a Postgres has restored an older copy by its own tools: this copy does not
 * know who was erased since.
 */
async function eraseAgain(context: Context, file: string): Promise<CommandOutcome> {
  const { database, config, clock, write } = await context.open();
  const unfit = findUnfit(file, "erasures");
  const erasures = unfit === undefined ? readErasuresIn(file) : undefined;
  if (erasures === undefined)
    return failed(`Não é possível ler ${file}: ${unfit ?? "é de outra versão"}. Escolha outro.`);
  await mergeErasures(database, erasures);
  const erased = await forgetAgain(database);
  await recordAction(database, { at: clock(), action: "erased again", detail: `${erased}` });
  // The store is rewritten even if no person was left to erase, because the rewriting may have failed the last time.
  await rewriteStore(database, config.store.kind);
  await write(`Pessoas apagadas de novo: ${formatCount(erased)}.\n`);
  return done;
}

/**
 * Erases the people who were erased since the copy was made, and ends all sessions of the panel, because some were
 * ended since.
 */
async function forgetAgain(database: Database): Promise<number> {
  await database.deleteFrom("panel_keys").execute();
  return reapplyErasures(database);
}

export type RestoreOptions = {
  backup: string;
  /**
   * True if an existing store in SQLite may be replaced, and kept under another name. A Postgres with people in it is
   * never changed.
   */
  replace: boolean;
  now: number;
};

type RestoreOutcome =
  | (Prepared & {
      kind: "restored";
      /** The path of the old store now. */
      aside: string | undefined;
      /** True if people who were erased after the copy was made may be in the restored store. */
      erasuresLost: boolean;
    })
  | { kind: "refused"; why: string };

function refused(why: string): RestoreOutcome {
  return { kind: "refused", why };
}

/**
 * Replaces the store by a copy, without the people who were erased since the copy was made. The new store is made and
 * checked beside the old store, which is never written to: a restore that is interrupted leaves the whole old store or
 * the whole new store.
 */
export async function restoreStore(store: Store, options: RestoreOptions): Promise<RestoreOutcome> {
  const { backup } = options;
  const reason = findUnfit(backup);
  if (reason !== undefined)
    return refused(`Não é possível restaurar ${backup}: ${reason}. Escolha outra cópia.`);
  return store.kind === "sqlite"
    ? restoreSqlite(store.folder, options)
    : restorePostgres(store.url, options);
}

async function restoreSqlite(folder: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const { replace, now } = options;
  const file = sqliteFile(folder);
  const inUse = `${resolve(file)} está em uso por um servidor ou por outro comando. Pare-o e rode restore de novo.`;
  makeFolder(folder);
  if (isInUse(file)) return refused(inUse);
  if (!replace && (hasContent(file) || isLogAlone(file)))
    return refused(
      `Já há um banco em ${resolve(file)}. Para trocá-lo pela cópia, acrescente --replace.`,
    );
  const staging = mkdtempSync(join(folder, "restoring-"));
  try {
    // Stores that earlier restores have set aside know of erasures too.
    const setAside = leftBeside(folder).filter((path) => /\.replaced-[^/\\]*Z$/.test(path));
    const { read, ...counts } = await prepare(staging, options, [...setAside, file]);
    // A server may have opened the store meanwhile.
    if (isInUse(file)) return refused(inUse);
    const erasuresLost = !read.includes(file);
    return { kind: "restored", ...counts, aside: swap(folder, staging, now), erasuresLost };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

type Prepared = { leads: number; submissions: number; erasedAgain: number };

/**
 * Makes the new store in a folder of its own, brings its tables up to date, and erases again all people who were erased
 * in it or in an old store. `read`: the old stores whose erasures could be read.
 */
async function prepare(
  staging: string,
  { backup, now }: Pick<RestoreOptions, "backup" | "now">,
  oldStores: readonly string[],
): Promise<Prepared & { read: string[] }> {
  await copySqlite(backup, sqliteFile(staging));
  const database = await openDatabase({ kind: "sqlite", folder: staging });
  try {
    const read: string[] = [];
    for (const old of oldStores.filter(hasContent)) {
      const erasures = readErasuresIn(old);
      if (erasures === undefined) continue;
      await mergeErasures(database, erasures);
      read.push(old);
    }
    const erasedAgain = await forgetAgain(database);
    if (erasedAgain > 0) await rewriteStore(database, "sqlite");
    await recordAction(database, { at: now, action: "restore" });
    // Everything in the store is in the copy that was just restored, so the next copy is not late yet.
    await database.updateTable("copies").set({ at: now }).where("at", "is not", null).execute();
    const { rows } = await sql<{ leads: number; submissions: number }>`
      select (select count(*) from leads) as leads,
        (select count(*) from submissions) as submissions`.execute(database);
    const { leads = 0, submissions = 0 } = rows[0] ?? {};
    return { leads, submissions, erasedAgain, read };
  } finally {
    await database.destroy();
  }
}

/**
 * Moves the new store to the path of the old store in one step, and returns the path of the old store now. The old
 * write-ahead log, which only an unreadable store still has, is moved away too: SQLite would mix it into the new store.
 */
function swap(folder: string, staging: string, now: number): string | undefined {
  const file = sqliteFile(folder);
  const aside = `${file}.replaced-${new Date(now).toISOString().replaceAll(":", "-")}`;
  const parts = ["", "-wal", "-shm"].filter((part) => existsSync(`${file}${part}`));
  for (const part of parts)
    if (part === "") linkSync(file, aside);
    else renameSync(`${file}${part}`, `${aside}${part}`);
  renameSync(sqliteFile(staging), file);
  sync(folder);
  return parts[0] === undefined ? undefined : `${aside}${parts[0]}`;
}

/** Restores a copy into a new and empty Postgres that the operator made, so that the old Postgres stays as it was. */
async function restorePostgres(url: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const database = await openDatabase({ kind: "postgres", url });
  const notEmpty = `${describeStore({ kind: "postgres", url })} já tem leads ou pessoas apagadas. Crie um banco novo e vazio, ponha o endereço dele em DATABASE_URL e rode restore de novo.`;
  if (!(await holdsNoPerson(database).finally(() => database.destroy()))) return refused(notEmpty);
  const staging = mkdtempSync(join(tmpdir(), "restoring-"));
  try {
    const { read: _, ...counts } = await prepare(staging, options, []);
    if (!(await fill(url, staging))) return refused(notEmpty);
    return { kind: "restored", ...counts, aside: undefined, erasuresLost: true };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * Writes all rows in one transaction, which may take longer than other connections allow. Returns false and writes
 * nothing if a sign-up or an erasure was stored since the first check: preparing the copy took minutes.
 */
async function fill(url: string, staging: string): Promise<boolean> {
  const to = openWithin(url, restoreLimits);
  const from = await openDatabase({ kind: "sqlite", folder: staging });
  try {
    return await to.transaction().execute(async (writing) => {
      // Until the transaction ends, no other process can write to the tables that `holdsNoPerson` reads.
      await sql`lock table submissions, leads, erasures in share row exclusive mode`.execute(
        writing,
      );
      if (!(await holdsNoPerson(writing))) return false;
      await copyRows(from, writing);
      return true;
    });
  } finally {
    await from.destroy();
    await to.destroy();
  }
}

async function holdsNoPerson(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from submissions union all select 1 from leads union all select 1 from erasures limit 1
  `.execute(database);
  return rows.length === 0;
}

/**
 * How many rows are in memory at a time, and go into one statement: Postgres accepts 65,535 values, and no table has
 * more than 20 columns.
 */
const pageSize = 1_000;

/**
 * Replaces all rows in Postgres by the rows of the store in SQLite, table by table, each after the tables to which it
 * refers.
 */
async function copyRows(from: Database, to: Writing): Promise<void> {
  const names = Object.keys(tables);
  for (const name of names.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
  for (const name of names) {
    for (let last = 0, isWhole = true; isWhole; ) {
      const { rows } = await sql<Row & { copied_row: number }>`
        select rowid as copied_row, * from ${sql.table(name)}
        where rowid > ${last} order by rowid limit ${pageSize}`.execute(from);
      await insert(
        to,
        name,
        rows.map(({ copied_row: _, ...row }) => row),
      );
      last = rows.at(-1)?.copied_row ?? last;
      isWhole = rows.length === pageSize;
    }
  }
}

type Row = Readonly<Record<string, unknown>>;

async function insert(to: Writing, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`),
  );
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(to);
  if (!columns.includes("id")) return;
  // Postgres does not count ids that were written by hand: without this statement the next row would get an id that
  // another row has.
  await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'),
    (select max(id) from ${sql.table(table)}))`.execute(to);
}
