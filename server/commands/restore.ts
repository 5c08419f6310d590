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
import { grouped } from "./printing/bar-chart.ts";
import { shellWord } from "./printing/escape.ts";

export const restore: Command = {
  reaches: "store",
  usage: "<file> [--replace]",
  summary: "puts a backup in the place of the store",
  details: [
    "Stop the server first. The backup is checked, and whoever was erased since it was made is erased again.",
    "A store that is replaced is kept beside the new one: delete it when all is well.",
  ],
  operands: { least: 1, most: 1 },
  options: { replace: { type: "boolean", about: "also when leads are there already" } },
  async run(world, { operands, flags }) {
    const { store, clock } = world;
    if (store.kind === "postgres") return failed(...postgresLines(operands[0] ?? ""));
    const file = resolve(operands[0] ?? "");
    const restored = await restoreSqlite({
      folder: store.folder,
      backup: file,
      replace: flags.has("replace"),
      now: clock(),
    });
    return tell(world, restored, { file, target: sqliteFile(store.folder) });
  },
};

type Places = { file: string; target: string };

async function tell(
  world: CommandIo,
  restored: Restored,
  { file, target }: Places,
): Promise<CommandOutcome> {
  switch (restored.kind) {
    case "unfit":
      return failed(`${file} cannot be restored: ${restored.reason}. Give another backup.`);
    case "held":
      return failed(`${target} is in use by a server or another command. Stop it, then try again.`);
    case "not-empty":
      return failed(`${target} holds leads already. To put the backup in their place: --replace`);
    case "ignores-copy":
      return failed(
        `${restored.copy} holds what should be in ${target}, and the list of erased people. Restore it first, then ${file} with --replace. If you need none of it, move it to another folder.`,
      );
    case "restored":
      await tellRestored(world, restored, target);
      return done;
  }
}

async function tellRestored(
  { write, note }: CommandIo,
  restored: Extract<Restored, { kind: "restored" }>,
  target: string,
): Promise<void> {
  const { leads, submissions, erasedAgain, aside, erasuresLost } = restored;
  await write(
    `${target} is restored. Leads: ${grouped(leads)}, sign-ups: ${grouped(submissions)}, people erased again: ${grouped(erasedAgain)}.\n`,
  );
  if (aside !== undefined)
    await write(`What was there is in ${aside}. Delete it when all is well.\n`);
  if (erasuresLost)
    note(
      "It could not be read: who was erased since the backup is not known. Erase them again before you start the server.",
    );
}

/** Into a database of its own: over the old one, tables of a later version would stay beside what is restored. */
function postgresLines(file: string): string[] {
  return [
    "The leads are in Postgres, which has tools of its own for this. Stop the servers, then, all in one shell,",
    "with the address in DATABASE_URL, but without its password (docs/operating.md, Backup, says where it stands instead):",
    "  umask 077",
    '  pg_dump --data-only --table=erasure_keys --table=erasures --table=removals --file=erasures.sql "$DATABASE_URL"',
    "Make a new, empty database, set DATABASE_URL to it, in .env and in this shell, then:",
    `  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" ${shellWord(file)}`,
    "  npm run leads -- stats",
    '  psql --single-transaction --command="truncate erasure_keys, erasures, removals" --file=erasures.sql "$DATABASE_URL"',
    "  npm run leads -- erase --again",
    "  rm erasures.sql",
  ];
}
