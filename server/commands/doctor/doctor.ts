import {
  type Command,
  type CommandLineIo,
  done,
  failed,
} from "#server/commands/command-line/command.ts";
import { inert } from "#server/commands/printing/escape.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/storage/tables.ts";
import { checkAccount } from "./check-account.ts";
import { checkBuiltSite } from "./check-built-site.ts";
import { checkContent, wholeContent } from "./check-content.ts";
import { checkCopies } from "./check-copies.ts";
import { checkQueue } from "./check-queue.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStore } from "./check-store.ts";
import type { DoctorFinding } from "./finding.ts";
import { findingsOn } from "./finding.ts";

export const doctor: Command = {
  reaches: "everything",
  usage: "",
  summary: "looks over everything before a launch, and says what to do",
  details: [
    "Settings, store, disk, clocks, queue, ActiveCampaign's key, list and tags, the built site and what it says.",
    "ok needs nothing, warn should be looked at, fail must be mended: then the exit code is 1.",
    "It changes nothing at ActiveCampaign. Here it opens the store as every command does: made if missing, brought up to date.",
  ],
  operands: { least: 0, most: 0 },
  options: {},
  async run(door) {
    const levels = { ok: 0, warn: 0, fail: 0 };
    for await (const finding of examine(door)) {
      levels[finding.level] += 1;
      await door.write(lineOf(finding));
    }
    await door.write(`\nok: ${levels.ok}, warn: ${levels.warn}, fail: ${levels.fail}\n`);
    return levels.fail === 0 ? done : failed("Mend what failed, then run it again.");
  },
};

async function* examine(door: CommandLineIo): AsyncGenerator<DoctorFinding> {
  const read = door.readConfig();
  yield* checkSettings(read);
  if (read.kind === "config") yield* examineStore(door, read.config);
  yield* await checkBuiltSite(door, read.kind === "config" ? read.config.siteUrl : undefined);
  yield* checkContent(wholeContent, door);
}

async function* examineStore(door: CommandLineIo, config: Config): AsyncGenerator<DoctorFinding> {
  const opened = await door.openStore(config.store);
  if (opened.kind === "unusable") {
    yield findingsOn("store").fail(opened.mistake, "Nothing else that needs it was looked at.");
    return;
  }
  yield* examineInside({ ...door, database: opened.database, config });
}

async function* examineInside(inside: CommandLineIo & { database: Database; config: Config }) {
  try {
    yield* checkStore(inside);
    yield* await checkCopies(inside.config.store, inside.database);
    yield* await checkQueue(inside);
    yield* checkAccount(inside);
  } finally {
    await inside.database.destroy();
  }
}

function lineOf({ level, subject, text, todo }: DoctorFinding): string {
  const advice = todo === undefined ? "" : `${" ".repeat(6)}→ ${inert(todo)}\n`;
  return `${level.padEnd(6)}${subject}: ${inert(text)}\n${advice}`;
}
