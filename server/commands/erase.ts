import { erasePerson } from "#server/storage/erasure/erase-person.ts";
import { reapplyErasures } from "#server/storage/erasure/reapply-erasures.ts";
import { rewriteStore } from "#server/storage/erasure/rewrite-store.ts";
import { findPerson } from "#server/storage/leads/person.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { emailDetails, noEmail, readEmail } from "./command-line/email-operand.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

export const erase: Command = {
  needs: "database",
  usage: "[<e-mail>] [--yes] | --again",
  summary: "removes a person here, and queues the removal at ActiveCampaign",
  details: [
    "Removes the lead, its delivery and every sign-up. A keyed hash of the e-mail stays, with the time of the erasure,",
    "so that a restored backup does not bring the person back. If the person signs up again, that sign-up is kept.",
    "",
    "Older backups still hold the person: see docs/operating/commands.md.",
    ...emailDetails,
  ],
  operands: { min: 0, max: 1 },
  options: {
    yes: { type: "boolean", about: "skips the question" },
    again: {
      type: "boolean",
      about:
        "after a restore of Postgres: erases all people again who were erased since the backup",
    },
  },
  async run(io, input) {
    const again = input.switches.has("again");
    if (again && input.operands.length === 0) return eraseAgain(io);
    if (again) return { kind: "misused", line: "Give an e-mail or --again, not both." };
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    if (!email.includes("@"))
      return { kind: "misused", line: `"${escapeForTerminal(email)}" is not an e-mail.` };
    if (input.switches.has("yes")) return eraseNow(io, email);
    return confirmAndErase(io, email);
  },
};

async function eraseAgain({ database, config, write }: WithDatabase): Promise<CommandOutcome> {
  const people = await reapplyErasures(database);
  await write(`People erased again: ${formatCount(people)}\n`);
  await rewriteStore(database, config.store.kind);
  return done;
}

async function confirmAndErase(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { lead, submissions } = await findPerson(io.database, email);
  const found = `leads: ${lead ? 1 : 0}, sign-ups: ${submissions.length}`;
  const answer = await io.prompt(
    `Erase ${escapeForTerminal(email)} permanently (${found})? [y/N] `,
  );
  if (answer === undefined)
    return {
      kind: "misused",
      line: "This command asks for confirmation, but there is no terminal. Add --yes to skip the question.",
    };
  if (!/^y(es)?$/i.test(answer.trim())) return failed("Nothing was erased.");
  return eraseNow(io, email);
}

async function eraseNow(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, config, write } = io;
  const { leads, submissions } = await erasePerson(database, email, await databaseClock(database));
  await write(
    leads + submissions === 0
      ? `No person in this store has the e-mail ${escapeForTerminal(email)}. Check the spelling.\n`
      : `Erased ${escapeForTerminal(email)} from this store. Leads: ${leads}, sign-ups: ${submissions}.\n`,
  );
  await write(
    config.activeCampaign
      ? "The removal at ActiveCampaign is queued.\n"
      : "The removal at ActiveCampaign is queued. It waits, and keeps the e-mail, until ActiveCampaign is configured.\n",
  );
  // `erase` rewrites the store as its last step: if the rewriting fails, the person is already erased, and the next
  // `erase` rewrites the store again.
  await rewriteStore(database, config.store.kind);
  return done;
}
