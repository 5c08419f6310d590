import { existsSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithStore,
} from "#server/command-line/command.ts";
import { formatCount } from "#server/command-line/text.ts";
import { recordAction } from "#server/store/action-log.ts";
import { describeStore, openUsable, type Store } from "#server/store/connection/open-database.ts";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import {
  hasContent,
  isInUse,
  isLogAlone,
  makeFolder,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import { mergeErasures, reapplyErasures, rewriteStore } from "#server/store/erasure/erasure.ts";
import type { Database } from "#server/store/row-types.ts";
import { copyRows, copySqlite, findCopies, findUnfit, sync } from "./copy.ts";
import { expectCopiesFrom } from "./late-copies.ts";
import { copyTime, newestFirst, openPlace } from "./places.ts";

export const restore: Command = {
  usage: "<arquivo, pasta ou endereço> [--replace] [--erased <cópia mais nova>]",
  summary: "troca o banco de dados por uma cópia de segurança",
  details: [
    "Pare o servidor antes. A cópia é conferida, e quem foi apagado depois dela é apagado de novo.",
    "O banco antigo fica ao lado do novo. Apague-o quando não precisar mais dele.",
    "De uma pasta ou de um bucket (s3+https://…), vale a cópia mais nova. O Postgres tem de estar vazio: crie outro banco.",
  ],
  operands: { min: 1, max: 1 },
  options: {
    replace: { type: "boolean", about: "troca o banco que já existe" },
    erased: {
      type: "string",
      about: "apaga também quem foi apagado até esta outra cópia, mais nova",
    },
  },
  async run(context, { operands: [text = ""], switches, values }) {
    const io = context.settings();
    const newer = values.get("erased");
    const stopped = io.stopSignal();
    const options = {
      newer: newer === undefined ? undefined : resolve(newer),
      replace: switches.has("replace"),
      now: io.clock(),
      stopped,
    };
    try {
      const use = (backup: string) => restoreCopy(io, { ...options, backup });
      return await withCopy(io, text, use, stopped);
    } catch (error) {
      if (!stopped.aborted) throw error;
      return failed("O restore foi interrompido, e nada mudou.");
    }
  },
};

/**
 * Finds the copy that the operator has named, and fetches it if it is in a bucket: a file, a copy in a bucket, or the
 * newest one in a folder or bucket.
 */
async function withCopy(
  io: WithStore,
  text: string,
  use: (file: string) => Promise<CommandOutcome>,
  stopped: AbortSignal,
): Promise<CommandOutcome> {
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && !text.startsWith("s3+")) return use(resolve(text));
  const named = copyTime(basename(text)) === undefined ? undefined : basename(text);
  const address = named === undefined ? text : text.slice(0, -named.length);
  const opened = openPlace(address, io);
  if (opened.kind === "unfit") return failed(opened.why);
  const { place } = opened;
  const name = named ?? newestFirst(await place.list(stopped))[0];
  if (name === undefined) return failed(`Não há cópias em ${place.name}.`);
  await io.write(`Cópia: ${name}, de ${place.name}.\n`);
  return place.read(name, use, stopped);
}

async function restoreCopy(io: WithStore, options: RestoreOptions): Promise<CommandOutcome> {
  const { store, note, write } = io;
  const outcome = await restoreStore(store, options);
  if (outcome.kind === "refused") return failed(outcome.why);
  const { leads, submissions, erasedAgain, aside, erasuresLost } = outcome;
  await write(
    `${describeStore(store)} foi restaurado. Leads: ${formatCount(leads)}, inscrições: ${formatCount(submissions)}, pessoas apagadas de novo: ${formatCount(erasedAgain)}.\n`,
  );
  if (aside !== undefined)
    await write(`O banco antigo está agora em ${aside}. Apague-o quando não precisar mais dele.\n`);
  if (erasuresLost)
    note(
      store.kind === "sqlite"
        ? "Não foi possível ler o banco antigo, e por isso não se sabe quem foi apagado desde a cópia. Procure essas pessoas nos seus registros e apague-as de novo antes de iniciar o servidor."
        : "Quem foi apagado depois desta cópia não foi apagado aqui. Se o banco antigo ainda abre, faça uma cópia dele e restaure de novo, em outro banco vazio, com --erased <essa cópia>.",
    );
  return done;
}

export type RestoreOptions = {
  backup: string;
  /** A newer copy: the people who were erased until it was made are erased from the restored one too. */
  newer?: string | undefined;
  /** Whether a store in SQLite may be set aside. A Postgres with people is never touched. */
  replace: boolean;
  now: number;
  /** Ends the restore before the new store is in its place. */
  stopped: AbortSignal;
};

type RestoreOutcome =
  | (Prepared & {
      kind: "restored";
      /** Where the old store is now. */
      aside: string | undefined;
      /** Whether people who were erased after the copy was made may be in the restored store. */
      erasuresLost: boolean;
    })
  | { kind: "refused"; why: string };

function refused(why: string): RestoreOutcome {
  return { kind: "refused", why };
}

/**
 * Puts a copy in the place of the store, without the people who were erased since it was made. The new store is made and
 * checked beside the old one, which is never written to: a restore that is interrupted leaves the old store or the new one.
 * One that is stopped throws the signal's reason, and leaves the old store alone.
 */
export async function restoreStore(store: Store, options: RestoreOptions): Promise<RestoreOutcome> {
  for (const file of [options.backup, ...listOf(options.newer)]) {
    const reason = findUnfit(file);
    if (reason === undefined) continue;
    const dump =
      store.kind === "postgres"
        ? " Um arquivo do pg_dump só volta com o pg_restore: docs/operacao/copias.md diz como."
        : "";
    return refused(`Não é possível restaurar ${file}: ${reason}. Escolha outra cópia.${dump}`);
  }
  return store.kind === "sqlite"
    ? restoreSqlite(store.folder, options)
    : restorePostgres(store.url, options);
}

function listOf(file: string | undefined): string[] {
  return file === undefined ? [] : [file];
}

async function restoreSqlite(folder: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const { newer, replace, now, stopped } = options;
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
    // Stores that earlier restores have set aside may know of erasures too, if the store itself is lost.
    const aside = findCopies(folder).filter(({ kind }) => kind === "replaced");
    const others = [...aside.map(({ path }) => path), ...listOf(newer)];
    const isLost = isLogAlone(file);
    if (hasContent(file)) others.push(file);
    const { unread, ...counts } = await prepare(staging, options, others);
    await endIfStopped(stopped);
    // A server may have opened the store meanwhile.
    if (isInUse(file)) return refused(inUse);
    const erasuresLost =
      newer === undefined ? isLost || unread.includes(file) : unread.includes(newer);
    return { kind: "restored", ...counts, aside: swap(folder, staging, now), erasuresLost };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** A signal that came during a long step of SQLite reaches the process in the second turn after it. */
async function endIfStopped(stopped: AbortSignal): Promise<void> {
  await nextTurn();
  await nextTurn();
  stopped.throwIfAborted();
}

type Prepared = { leads: number; submissions: number; erasedAgain: number };

/**
 * Makes the new store in a folder of its own, brings its tables up to date, and erases again all people who were erased
 * in it or in one of the other stores. Returns also which of these could not be read.
 */
export async function prepare(
  staging: string,
  { backup, now }: Pick<RestoreOptions, "backup" | "now">,
  others: readonly string[],
): Promise<Prepared & { unread: string[] }> {
  copySqlite(backup, sqliteFile(staging));
  const database = await openUsable({ kind: "sqlite", folder: staging });
  try {
    const unread: string[] = [];
    for (const file of others) if (!(await mergeErasures(database, file))) unread.push(file);
    const erasedAgain = await reapplyErasures(database);
    if (erasedAgain > 0) await rewriteStore(database, "sqlite");
    // A session that was revoked after the copy was made must not come back.
    await database.deleteFrom("panel_keys").execute();
    await recordAction(database, { at: now, action: "restore" });
    await expectCopiesFrom(database, now);
    const { rows } = await sql<{ leads: number; submissions: number }>`
      select (select count(*) from leads) as leads,
        (select count(*) from submissions) as submissions`.execute(database);
    const { leads = 0, submissions = 0 } = rows[0] ?? {};
    return { leads, submissions, erasedAgain, unread };
  } finally {
    await database.destroy();
  }
}

/**
 * Puts the new store in its place in one step, and returns where the old one is now. The old write-ahead log, which only
 * an unreadable store still has, is set aside too: SQLite would mix it into the new store.
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

/** The operator makes a new Postgres, so that the old one stays as it was. */
async function restorePostgres(url: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const database = await openUsable({ kind: "postgres", url });
  const notEmpty = `${describeStore({ kind: "postgres", url })} já tem leads ou pessoas apagadas. Crie um banco novo e vazio, ponha o endereço dele em DATABASE_URL e rode restore de novo.`;
  if (!(await holdsNoPerson(database).finally(() => database.destroy()))) return refused(notEmpty);
  const staging = mkdtempSync(join(tmpdir(), "restoring-"));
  try {
    const { unread, ...counts } = await prepare(staging, options, listOf(options.newer));
    if (!(await fill(url, staging, options.stopped))) return refused(notEmpty);
    const erasuresLost = options.newer === undefined || unread.length > 0;
    return { kind: "restored", ...counts, aside: undefined, erasuresLost };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * Writes all rows in one transaction, which may take longer than other connections allow. Returns false and writes
 * nothing if a sign-up or an erasure has come since the first look: the copy took minutes to prepare.
 */
async function fill(url: string, staging: string, stopped: AbortSignal): Promise<boolean> {
  const to = openPostgresForCopies(url, stopped);
  const from = await openUsable({ kind: "sqlite", folder: staging });
  try {
    return await to.transaction().execute(async (writing) => {
      // Until the transaction ends, no other process can write to the tables that `holdsNoPerson` reads.
      await sql`lock table submissions, leads, erasures in share row exclusive mode`.execute(
        writing,
      );
      if (!(await holdsNoPerson(writing))) return false;
      await from.transaction().execute((reading) => copyRows(reading, writing, stopped));
      await endIfStopped(stopped);
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
