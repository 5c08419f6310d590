import { closeSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { restore as phrases } from "#phrases/commands/restore.ts";
import { restorePostgres } from "#server/store/backup/restore-postgres.ts";
import {
  type Restored,
  type RestoreOptions,
  restoreSqlite,
} from "#server/store/backup/restore-sqlite.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { withCopy } from "./backup/with-copy.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithStore,
} from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

/** How a file begins that `pg_dump --format=custom` has written. */
const dumpBeginning = "PGDMP";

export const restore: Command = {
  needs: "store",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 1, max: 1 },
  options: {
    replace: { type: "boolean", about: phrases.replace },
    erased: { type: "string", about: phrases.erased },
  },
  run(io, { operands, switches, values }) {
    const text = operands[0] ?? "";
    const newer = values.get("erased");
    const options = {
      newer: newer === undefined ? undefined : resolve(newer),
      replace: switches.has("replace"),
      now: io.clock(),
    };
    return withCopy(io, text, (backup) => restoreCopy(io, { ...options, backup }));
  },
};

async function restoreCopy(
  io: WithStore,
  options: Omit<RestoreOptions, "folder">,
): Promise<CommandOutcome> {
  const { store } = io;
  switch (store.kind) {
    case "sqlite":
      return printRestored(
        io,
        await restoreSqlite({ ...options, folder: store.folder }),
        options.backup,
      );
    case "postgres": {
      const { backup } = options;
      // A dump of Postgres is read by its own tool alone.
      if (isDump(backup)) return failed(...phrases.postgres(shellWord(backup)));
      return printRestored(io, await restorePostgres({ ...options, url: store.url }), backup);
    }
  }
}

function isDump(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const beginning = Buffer.alloc(dumpBeginning.length);
  const opened = openSync(file, "r");
  readSync(opened, beginning);
  closeSync(opened);
  return beginning.toString("latin1") === dumpBeginning;
}

async function printRestored(
  { write, note, store }: WithStore,
  restored: Restored,
  file: string,
): Promise<CommandOutcome> {
  const target = describeStore(store);
  switch (restored.kind) {
    case "unfit":
      return failed(phrases.unfit(restored.file, restored.reason));
    case "in-use":
      return failed(phrases.inUse(target));
    case "not-empty":
      return failed(
        store.kind === "sqlite" ? phrases.notEmpty(target) : phrases.postgresNotEmpty(target),
      );
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
      if (erasuresLost)
        note(store.kind === "sqlite" ? phrases.erasuresLost : phrases.laterErasures);
      return done;
    }
  }
}
