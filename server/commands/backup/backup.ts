import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { commandLine } from "#phrases/command-line.ts";
import { backup as phrases } from "#phrases/commands/backup.ts";
import { store as storePhrases } from "#phrases/store.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithStore,
} from "#server/commands/command-line/command.ts";
import { publishedRoom } from "#server/commands/private-file.ts";
import { recordBackup } from "#server/store/backup/copy-sqlite.ts";
import { findOrphans } from "#server/store/backup/left-copies.ts";
import { makeCopy } from "#server/store/backup/make-copy.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { recordDeed } from "#server/store/panel/deeds.ts";
import { forgetCopies } from "./forget-copies.ts";
import { keepCopying } from "./keep-copying.ts";
import { readPlan } from "./read-plan.ts";

const onlyWithTo = ["every", "keep", "forget"] as const;

export const backup: Command = {
  needs: "store",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 1 },
  options: {
    to: { type: "string", about: phrases.options.to },
    every: { type: "string", about: phrases.options.every },
    keep: { type: "string", about: phrases.options.keep },
    forget: { type: "boolean", about: phrases.options.forget },
  },
  async run(io, input) {
    const [file] = input.operands;
    const to = input.values.get("to");
    if (file !== undefined && to !== undefined) return misused(phrases.toOrFile);
    if (file !== undefined) {
      const alone = onlyWithTo.find((name) => input.values.has(name) || input.switches.has(name));
      return alone === undefined ? copyOnce(io, file) : misused(phrases.onlyWithTo(alone));
    }
    if (to === undefined) return misused(commandLine.argumentMissing);
    const plan = readPlan(input, io);
    if (plan.kind !== "plan") return plan;
    if (input.switches.has("forget")) return forgetCopies(io, plan.place.name);
    await keepCopying(io, plan, io.stopSignal());
    return done;
  },
};

async function copyOnce(io: WithStore, file: string): Promise<CommandOutcome> {
  const { store, clock, note, write } = io;
  const to = resolve(file);
  if (store.kind === "sqlite" && !existsSync(sqliteFile(store.folder)))
    return failed(explainMissing(store.folder));
  const unfit = explainUnfit(to);
  if (unfit !== undefined) return failed(unfit);
  await makeCopy(store, to, new AbortController().signal);
  const notRecorded = await record(io, clock());
  if (notRecorded !== undefined) note(phrases.notRecorded(notRecorded));
  await write(`${phrases.copied(describeStore(store), to)}\n`);
  return done;
}

/** Returns why the copy could not be noted in the store. */
async function record({ store, openStore }: WithStore, at: number): Promise<string | undefined> {
  if (store.kind === "sqlite") return recordBackup(sqliteFile(store.folder), at);
  const opened = await openStore(store);
  if (opened.kind === "unusable") return opened.mistake;
  const { database } = opened;
  try {
    await recordDeed(database, { at, deed: "backup" });
    return undefined;
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  } finally {
    await database.destroy();
  }
}

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
