import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { backup as phrases } from "#phrases/commands/backup.ts";
import { store as storePhrases } from "#phrases/store.ts";
import { copySqlite, recordBackup } from "#server/storage/backup/backup.ts";
import { findOrphans } from "#server/storage/backup/left-copies.ts";
import { sqliteFile } from "#server/storage/connection/sqlite.ts";
import { refuseForeignLog, waitForLog } from "#server/storage/connection/write-ahead-log.ts";
import { type Command, done, failed } from "./command-line/command.ts";
import { publishedRoom } from "./export/file-place.ts";
import { shellWord } from "./printing/escape.ts";

export const backup: Command = {
  needs: "store",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 1, max: 1 },
  options: {},
  async run({ store, clock, write, note }, { operands }) {
    const to = resolve(operands[0] ?? "");
    if (store.kind === "postgres") return failed(...phrases.postgres(shellWord(operands[0] ?? "")));
    const from = sqliteFile(store.folder);
    if (!existsSync(from)) return failed(explainMissing(store.folder));
    const unfit = explainUnfit(to);
    if (unfit !== undefined) return failed(unfit);
    refuseForeignLog(from);
    await waitForLog(from);
    copySqlite(from, to);
    const notRecorded = recordBackup(from, clock());
    if (notRecorded !== undefined) note(phrases.notRecorded(notRecorded));
    await write(`${phrases.copied(from, to)}\n`);
    return done;
  },
};

/** Why a backup cannot get this name. */
function explainUnfit(to: string): string | undefined {
  const folder = dirname(to);
  if (existsSync(to)) return statSync(to).isDirectory() ? phrases.isFolder(to) : phrases.exists(to);
  if (!existsSync(folder)) return phrases.noFolder(folder);
  const room = publishedRoom(to);
  return room === undefined ? undefined : phrases.published(room);
}

function explainMissing(folder: string): string {
  const left = findOrphans(folder).map(({ path }) => path);
  return left.length === 0
    ? storePhrases.missingFolder(resolve(folder))
    : phrases.leftBeside(resolve(sqliteFile(folder)), left);
}
