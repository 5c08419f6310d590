import { resolve } from "node:path";
import { restore as phrases } from "#phrases/commands/restore.ts";
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
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 1, max: 1 },
  options: { replace: { type: "boolean", about: phrases.replace } },
  async run(io, { operands, switches }) {
    const { store, clock } = io;
    // Postgres is restored into a new database: in the old one, tables of a later version would stay beside the restored.
    if (store.kind === "postgres") return failed(...phrases.postgres(shellWord(operands[0] ?? "")));
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
      return failed(phrases.unfit(file, restored.reason));
    case "in-use":
      return failed(phrases.inUse(target));
    case "not-empty":
      return failed(phrases.notEmpty(target));
    case "ignores-copy":
      return failed(phrases.ignoresCopy(restored.copy, target, file));
    case "restored": {
      const { leads, submissions, erasedAgain, aside, erasuresLost } = restored;
      const counts = {
        leads: formatCount(leads),
        signUps: formatCount(submissions),
        erasedAgain: formatCount(erasedAgain),
      };
      await write(`${phrases.restored(target, counts)}\n`);
      if (aside !== undefined) await write(`${phrases.aside(aside)}\n`);
      if (erasuresLost) note(phrases.erasuresLost);
      return done;
    }
  }
}
