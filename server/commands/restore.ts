import { resolve } from "node:path";
import { type Restored, restoreSqlite } from "#server/storage/backup/restore.ts";
import { sqliteFile } from "#server/storage/connection/sqlite.ts";
import {
  type Command,
  type CommandIo,
  type CommandOutcome,
  done,
  failed,
} from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

export const restore: Command = {
  needs: "store",
  usage: "<file> [--replace]",
  summary: "replaces the store with a backup",
  details: [
    "Stop the server first. The backup is checked, and people who were erased after it was made are erased again.",
    "The old store is kept beside the new one. Delete it when you no longer need it.",
  ],
  operands: { min: 1, max: 1 },
  options: { replace: { type: "boolean", about: "replaces a store that already holds leads" } },
  async run(io, { operands, switches }) {
    const { store, clock } = io;
    if (store.kind === "postgres") return failed(...postgresLines(operands[0] ?? ""));
    const file = resolve(operands[0] ?? "");
    const restored = await restoreSqlite({
      folder: store.folder,
      backup: file,
      replace: switches.has("replace"),
      now: clock(),
    });
    return printRestored(io, restored, { file, target: sqliteFile(store.folder) });
  },
};

async function printRestored(
  { write, note }: CommandIo,
  restored: Restored,
  { file, target }: { file: string; target: string },
): Promise<CommandOutcome> {
  switch (restored.kind) {
    case "unfit":
      return failed(`${file} cannot be restored: ${restored.reason}. Choose another backup.`);
    case "in-use":
      return failed(
        `${target} is in use by a server or another command. Stop it, then run restore again.`,
      );
    case "not-empty":
      return failed(
        `${target} already holds leads. To replace them with the backup, add --replace.`,
      );
    case "ignores-copy":
      return failed(
        `An earlier restore stopped before its end: ${restored.copy} holds the leads of ${target}, and the list of erased people. Restore that file first, then ${file} with --replace. If you do not need that file, move it to another folder.`,
      );
    case "restored": {
      const { leads, submissions, erasedAgain, aside, erasuresLost } = restored;
      await write(
        `${target} is restored. Leads: ${formatCount(leads)}, sign-ups: ${formatCount(submissions)}, people erased again: ${formatCount(erasedAgain)}.\n`,
      );
      if (aside !== undefined)
        await write(`The old store is now ${aside}. Delete it when you no longer need it.\n`);
      if (erasuresLost)
        note(
          "The old store could not be read, so it is not known who was erased since the backup. Look for these people in your own records, and erase them again before you start the server.",
        );
      return done;
    }
  }
}

/**
 * Tells the operator to restore into a new database: in the old database, tables of a later version would stay beside
 * the restored tables.
 */
function postgresLines(file: string): string[] {
  return [
    "The leads are in Postgres: use its own tools to restore. Stop the servers. Set DATABASE_URL in the shell to its",
    "address without the password (docs/operating/backup-and-restore.md says where to write the password). In this shell run:",
    "  umask 077",
    '  pg_dump --data-only --table=erasure_keys --table=erasures --table=removals --file=erasures.sql "$DATABASE_URL"',
    "Make a new, empty database. Set DATABASE_URL to it, in .env and in this shell. Then run:",
    `  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" ${shellWord(file)}`,
    "  npm run leads -- stats",
    '  psql --single-transaction --command="truncate erasure_keys, erasures, removals" --file=erasures.sql "$DATABASE_URL"',
    "  npm run leads -- erase --again",
    "  rm erasures.sql",
  ];
}
