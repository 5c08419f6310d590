import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { copySqlite } from "#server/storage/backup/backup.ts";
import { findOrphans } from "#server/storage/backup/left-copies.ts";
import { sqliteFile } from "#server/storage/connection/sqlite.ts";
import { refuseForeignLog, waitForLog } from "#server/storage/connection/write-ahead-log.ts";
import { type Command, done, failed } from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";

export const backup: Command = {
  needs: "store",
  usage: "<file>",
  summary: "copies the whole store into a file, while the server runs",
  details: [
    "The copy shows the store at one moment. It is checked, and only your user can read it. It holds personal data:",
    "keep it encrypted, and away from this machine. A path without / at its beginning starts in the project's folder.",
  ],
  operands: { min: 1, max: 1 },
  options: {},
  async run({ store, write }, { operands }) {
    const to = resolve(operands[0] ?? "");
    if (store.kind === "postgres") return failed(...postgresLines(operands[0] ?? ""));
    const from = sqliteFile(store.folder);
    if (!existsSync(from)) return failed(explainMissing(store.folder));
    if (existsSync(to)) return failed(`${to} already exists. Choose another name, or remove it.`);
    refuseForeignLog(from);
    await waitForLog(from);
    copySqlite(from, to);
    await write(`The copy of ${from} is in ${to}. It was checked.\n`);
    return done;
  },
};

function explainMissing(folder: string): string {
  const left = findOrphans(folder).map(({ path }) => path);
  const todo =
    left.length === 0
      ? "Check DATA_DIR in .env."
      : `A restore left ${left.join(", ")} beside it. To bring one of these back: npm run leads -- restore <file>`;
  return `There is no store in ${sqliteFile(folder)}. ${todo}`;
}

function postgresLines(file: string): string[] {
  return [
    "The leads are in Postgres: use its own tool for a backup. Set DATABASE_URL in the shell to its address without",
    "the password (docs/operating/backup-and-restore.md says where to write the password). Then run:",
    "  umask 077",
    `  pg_dump --format=custom --file=${shellWord(file)} "$DATABASE_URL"`,
  ];
}
