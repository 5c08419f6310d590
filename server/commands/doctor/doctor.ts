import { doctor as phrases, subjects } from "#phrases/doctor/doctor.ts";
import {
  type Command,
  type CommandLineIo,
  done,
  failed,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import type { Config } from "#server/config.ts";
import { readEvent, type StoredEvent } from "#server/event/choices.ts";
import { checkAccount } from "./check-account.ts";
import { checkBuiltSite } from "./check-built-site.ts";
import { checkContent, wholeContent } from "./check-content.ts";
import { checkCopies } from "./check-copies.ts";
import { checkGroups } from "./check-groups.ts";
import { checkLeftCopies } from "./check-left-copies.ts";
import { checkQueue } from "./check-queue.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStore } from "./check-store.ts";
import { checkEmailDomain } from "./email-domain/check-email-domain.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/** The width of the column with the level, with the spaces after the longest level. */
const levelWidth = 7;

export const doctor: Command = {
  needs: "nothing",
  usage: "",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const levels = { ok: 0, warn: 0, fail: 0 };
    for await (const finding of checkEverything(io)) {
      levels[finding.level] += 1;
      await io.write(lineOf(finding));
    }
    await io.write(`\n${phrases.sum(levels)}\n`);
    return levels.fail === 0 ? done : failed(phrases.fixFirst);
  },
};

async function* checkEverything(io: CommandLineIo): AsyncGenerator<DoctorFinding> {
  const read = io.readConfig();
  yield* checkSettings(read);
  const hand = read.kind === "config" ? yield* checkWithStore(io, read.config) : undefined;
  if (read.kind === "config") yield* checkEmailDomain(io, read.config);
  yield* await checkBuiltSite(io, read.kind === "config" ? read.config.siteUrl : undefined);
  yield* checkContent(wholeContent, io, hand);
}

/** Yields what it finds, and returns what the store says about the event. */
async function* checkWithStore(
  io: CommandLineIo,
  config: Config,
): AsyncGenerator<DoctorFinding, StoredEvent | undefined> {
  const opened = await io.openStore(config.store);
  if (opened.kind === "unusable") {
    yield findingsOn(subjects.store).fail(opened.mistake, phrases.storeFirst);
    return undefined;
  }
  return yield* checkOpenStore({ ...io, database: opened.database, config });
}

async function* checkOpenStore(
  io: CommandLineIo & WithDatabase,
): AsyncGenerator<DoctorFinding, StoredEvent> {
  try {
    yield* checkStore(io);
    yield* await checkLeftCopies(io.config.store, io.database);
    yield* await checkCopies(io);
    yield* await checkQueue(io);
    yield await checkGroups(io.database);
    yield* checkAccount(io);
    return await readEvent(io.database);
  } finally {
    await io.database.destroy();
  }
}

function lineOf({ level, subject, text, todo }: DoctorFinding): string {
  const advice =
    todo === undefined ? "" : `${" ".repeat(levelWidth)}→ ${escapeForTerminal(todo)}\n`;
  return `${phrases.levels[level].padEnd(levelWidth)}${subject}: ${escapeForTerminal(text)}\n${advice}`;
}
