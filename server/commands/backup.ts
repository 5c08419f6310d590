import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { copySqlite } from "#server/storage/backup/backup.ts";
import { findOrphans } from "#server/storage/backup/left-copies.ts";
import { sqliteFile } from "#server/storage/connection/sqlite.ts";
import { refuseForeignLog, waitForLog } from "#server/storage/connection/store-log.ts";
import { type Command, done, failed } from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";

export const backup: Command = {
  reaches: "store",
  usage: "<file>",
  summary: "a whole copy of the store, while it goes on serving",
  details: [
    "The copy is as of one moment, checked, and readable for you alone. It holds personal data: keep it",
    "encrypted, and away from this machine. A path that does not begin with / starts in the project's folder.",
  ],
  operands: { least: 1, most: 1 },
  options: {},
  async run({ store, write }, { operands }) {
    const to = resolve(operands[0] ?? "");
    if (store.kind === "postgres") return failed(...postgresLines(operands[0] ?? ""));
    const from = sqliteFile(store.folder);
    if (!existsSync(from)) return failed(missing(store.folder));
    if (existsSync(to)) return failed(`${to} is there already. Give another name, or remove it.`);
    refuseForeignLog(from);
    await waitForLog(from);
    copySqlite(from, to);
    await write(`The leads of ${from} are in ${to}, checked.\n`);
    return done;
  },
};

function missing(folder: string): string {
  const left = findOrphans(folder).map(({ path }) => path);
  const todo =
    left.length === 0
      ? "Check DATA_DIR in .env."
      : `A restore left ${left.join(", ")} beside it: bring one back with restore.`;
  return `There is no store in ${sqliteFile(folder)}. ${todo}`;
}

function postgresLines(file: string): string[] {
  return [
    "The leads are in Postgres, which has a tool of its own for this. With the address in DATABASE_URL,",
    "but without its password (docs/operating.md, Backup, says where it stands instead):",
    "  umask 077",
    `  pg_dump --format=custom --file=${shellWord(file)} "$DATABASE_URL"`,
  ];
}
