import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { formatCount } from "#server/command-line/text.ts";
import { copySqlite } from "#server/copies/copy.ts";
import { savePhase, saveStart } from "#server/event/choices.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import { openDatabase, type Store } from "#server/store/connection/open-database.ts";
import {
  hasContent,
  isLogAlone,
  refuseForeignLog,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";
import type { Play } from "./play.ts";

export type Copy = { kind: "open"; folder: string; database: Database; close(): Promise<void> };

/**
 * The folder's name begins so that `doctor` and `erase` tell about a copy that was left behind, as they do about an
 * interrupted backup.
 */
const folderStart = "ensaio.part-";
/** The rest of the disk that a copy leaves to the server, and room for what the rehearsal writes. */
const spareBytes = 64 * 1024 * 1024;
const megabyte = 1024 * 1024;

/**
 * Makes the store of the rehearsal: a copy of the store, or an empty one. The copy lies beside the store, because its
 * disk may be encrypted, and a folder for temporary files is often in memory.
 */
export async function openCopy(
  io: CommandLineIo,
  store: Store,
  play: Play,
): Promise<Copy | { kind: "refused"; line: string }> {
  const from = fileToCopy(store);
  const place = store.kind === "sqlite" && from !== undefined ? resolve(store.folder) : tmpdir();
  const needed = 2 * sizeOf(from) + spareBytes;
  if ((await io.freeBytes(place)) < needed) {
    const line = `Falta espaço no disco para a cópia: o ensaio precisa de ${formatCount(Math.ceil(needed / megabyte))} MB livres em ${place}. Libere espaço e rode de novo.`;
    return { kind: "refused", line };
  }
  const folder = mkdtempSync(join(place, folderStart));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  io.atEnd(() => {
    if (!existsSync(folder)) return;
    remove();
    io.note("O ensaio parou no meio. A cópia foi apagada.");
  });
  try {
    const database = await fill(folder, from);
    const now = play.preparedAt;
    await emptyQueue(database, io.clock());
    // The class is at the time of the play, and what the operator chose by hand is taken back.
    await savePhase(database, { edition: play.edition, phase: undefined, now });
    await saveStart(database, { edition: play.edition, movedTo: play.start, now });
    const close = () => database.destroy().finally(remove);
    await io.write(`${describeSource(store, from)}\n`);
    return { kind: "open", folder, database, close };
  } catch (error) {
    remove();
    throw error;
  }
}

function fileToCopy(store: Store): string | undefined {
  if (store.kind === "postgres") return undefined;
  const file = sqliteFile(store.folder);
  return hasContent(file) || isLogAlone(file) ? file : undefined;
}

function sizeOf(file: string | undefined): number {
  if (file === undefined) return 0;
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

async function fill(folder: string, from: string | undefined): Promise<Database> {
  if (from !== undefined) {
    refuseForeignLog(from);
    copySqlite(from, sqliteFile(folder));
  }
  const opened = await openDatabase({ kind: "sqlite", folder });
  if (opened.kind === "open") return opened.database;
  // The caller reports this error as an outage: only the disk or the file can be its cause.
  throw new StoreOutage(opened.kind === "unusable" ? opened.reason : opened.kind);
}

/**
 * Leaves the courier nothing to do in a copy of the store, and ends pauses and waits: a rehearsal sends only the people
 * who sign up in it.
 */
export async function emptyQueue(copy: Database, now: number): Promise<void> {
  await deriveLeads(copy, now);
  await copy
    .updateTable("deliveries")
    .set({ state: "parked", due_at: null })
    .where("state", "<>", "delivered")
    .execute();
  await copy.updateTable("removals").set({ due_at: null }).execute();
  await copy.updateTable("imports").set({ check_at: null }).execute();
  await copy
    .updateTable("courier")
    .set({ expires_at: 0, back_off_until: 0, trips: 0, tripped_at: null, paused_at: null })
    .set({ tripped_reason: null, probe_at: null })
    .execute();
  // In a rehearsal no copies are made, so none is late.
  await copy.deleteFrom("copies").execute();
}

function describeSource(store: Store, from: string | undefined): string {
  if (from !== undefined) return `O ensaio usa uma cópia de ${from}.`;
  return store.kind === "postgres"
    ? "Os leads estão no Postgres: o ensaio usa um banco vazio."
    : `Não há leads na pasta ${resolve(store.folder)}: o ensaio usa um banco vazio.`;
}
