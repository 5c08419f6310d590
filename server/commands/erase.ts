import { email as emailPhrases } from "#phrases/command-line.ts";
import { erase as phrases } from "#phrases/commands/erase.ts";
import { erasePerson } from "#server/store/erasure/erase-person.ts";
import { reapplyErasures } from "#server/store/erasure/reapply-erasures.ts";
import { rewriteStore } from "#server/store/erasure/rewrite-store.ts";
import { findPerson } from "#server/store/leads/person.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  misused,
  type WithDatabase,
} from "./command-line/command.ts";
import { confirm, yesOption } from "./command-line/confirm.ts";
import { noEmail, readEmail } from "./command-line/email-operand.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

export const erase: Command = {
  needs: "database",
  usage: "[<e-mail>] [--yes] | --again",
  summary: phrases.summary,
  details: [...phrases.details, ...emailPhrases.details],
  operands: { min: 0, max: 1 },
  options: {
    ...yesOption,
    again: { type: "boolean", about: phrases.again },
  },
  async run(io, input) {
    const again = input.switches.has("again");
    if (again && input.operands.length === 0) return eraseAgain(io);
    if (again) return misused(phrases.emailOrAgain);
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    if (!email.includes("@")) return misused(emailPhrases.notOne(escapeForTerminal(email)));
    return confirmAndErase(io, input, email);
  },
};

async function eraseAgain({ database, config, write }: WithDatabase): Promise<CommandOutcome> {
  const people = await reapplyErasures(database);
  await write(`${phrases.erasedAgain(formatCount(people))}\n`);
  await rewriteStore(database, config.store.kind);
  return done;
}

async function confirmAndErase(
  io: WithDatabase,
  input: CommandInput,
  email: string,
): Promise<CommandOutcome> {
  const { lead, submissions } = await findPerson(io.database, email);
  const counts = [lead ? "1" : "0", formatCount(submissions.length)] as const;
  const agreed = await confirm(io, input, phrases.question(escapeForTerminal(email), ...counts));
  return agreed === "agreed" ? eraseNow(io, email) : agreed;
}

async function eraseNow(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, config, write } = io;
  const { leads, submissions } = await erasePerson(database, email, await databaseClock(database));
  await write(
    leads + submissions === 0
      ? `${phrases.notFound(escapeForTerminal(email))}\n`
      : `${phrases.erased(escapeForTerminal(email), formatCount(leads), formatCount(submissions))}\n`,
  );
  await write(`${config.activeCampaign ? phrases.queued : phrases.queuedUntilConfigured}\n`);
  // `erase` rewrites the store as its last step: if the rewriting fails, the person is already erased, and the next
  // `erase` rewrites the store again.
  await rewriteStore(database, config.store.kind);
  return done;
}
