import {
  type Command,
  type CommandLineIo,
  done,
  failed,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import type { Config } from "#server/config.ts";
import { checkAccount } from "./check-account.ts";
import { checkBuiltSite } from "./check-built-site.ts";
import { checkContent, wholeContent } from "./check-content.ts";
import { checkCopies } from "./check-copies.ts";
import { checkQueue } from "./check-queue.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStore } from "./check-store.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

export const doctor: Command = {
  needs: "nothing",
  usage: "",
  summary: "checks everything before a launch, and says what to do",
  details: [
    "Checks the settings, store, disk, clocks and queue, the key, list and tags at ActiveCampaign, and the built site.",
    "ok: nothing to do. warn: look at it. fail: fix it before the launch (the exit code is 1).",
    "It changes nothing at ActiveCampaign. It opens the store like every command: creates it if it is missing, and updates its tables.",
  ],
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const levels = { ok: 0, warn: 0, fail: 0 };
    for await (const finding of checkEverything(io)) {
      levels[finding.level] += 1;
      await io.write(lineOf(finding));
    }
    await io.write(`\nok: ${levels.ok}, warn: ${levels.warn}, fail: ${levels.fail}\n`);
    return levels.fail === 0
      ? done
      : failed("Fix each line that begins with fail, then run doctor again.");
  },
};

async function* checkEverything(io: CommandLineIo): AsyncGenerator<DoctorFinding> {
  const read = io.readConfig();
  yield* checkSettings(read);
  if (read.kind === "config") yield* checkWithStore(io, read.config);
  yield* await checkBuiltSite(io, read.kind === "config" ? read.config.siteUrl : undefined);
  yield* checkContent(wholeContent, io);
}

async function* checkWithStore(io: CommandLineIo, config: Config): AsyncGenerator<DoctorFinding> {
  const opened = await io.openStore(config.store);
  if (opened.kind === "unusable") {
    yield findingsOn("store").fail(
      opened.mistake,
      "Fix this first: the checks that need the store were skipped.",
    );
    return;
  }
  yield* checkOpenStore({ ...io, database: opened.database, config });
}

async function* checkOpenStore(io: CommandLineIo & WithDatabase): AsyncGenerator<DoctorFinding> {
  try {
    yield* checkStore(io);
    yield* await checkCopies(io.config.store, io.database);
    yield* await checkQueue(io);
    yield* checkAccount(io);
  } finally {
    await io.database.destroy();
  }
}

function lineOf({ level, subject, text, todo }: DoctorFinding): string {
  const advice = todo === undefined ? "" : `${" ".repeat(6)}→ ${escapeForTerminal(todo)}\n`;
  return `${level.padEnd(6)}${subject}: ${escapeForTerminal(text)}\n${advice}`;
}
