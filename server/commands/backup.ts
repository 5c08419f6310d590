import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { backup as phrases } from "#phrases/commands/backup.ts";
import { store as storePhrases } from "#phrases/store.ts";
import { copySqlite } from "#server/storage/backup/backup.ts";
import { findOrphans } from "#server/storage/backup/left-copies.ts";
import { sqliteFile } from "#server/storage/connection/sqlite.ts";
import { refuseForeignLog, waitForLog } from "#server/storage/connection/write-ahead-log.ts";
import { type Command, done, failed } from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";

export const backup: Command = {
  needs: "store",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 1, max: 1 },
  options: {},
  async run({ store, write }, { operands }) {
    const to = resolve(operands[0] ?? "");
    if (store.kind === "postgres") return failed(...phrases.postgres(shellWord(operands[0] ?? "")));
    const from = sqliteFile(store.folder);
    if (!existsSync(from)) return failed(explainMissing(store.folder));
    if (existsSync(to)) return failed(phrases.exists(to));
    if (!existsSync(dirname(to))) return failed(phrases.noFolder(dirname(to)));
    refuseForeignLog(from);
    await waitForLog(from);
    copySqlite(from, to);
    await write(`${phrases.copied(from, to)}\n`);
    return done;
  },
};

function explainMissing(folder: string): string {
  const left = findOrphans(folder).map(({ path }) => path);
  return left.length === 0
    ? storePhrases.missingFolder(resolve(folder))
    : phrases.leftBeside(resolve(sqliteFile(folder)), left);
}
