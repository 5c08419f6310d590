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
import { emailDetails, emailOf, noEmail } from "./command-line/read-request.ts";
import { grouped } from "./printing/bar-chart.ts";
import { inert } from "./printing/escape.ts";

export const erase: Command = {
  reaches: "database",
  usage: "[<e-mail>] [--yes] | --again",
  summary: "removes a person here, and queues the removal at ActiveCampaign",
  details: [
    "Removes the lead, its delivery and every sign-up. What stays is a keyed hash of the e-mail with the time,",
    "so that a restored backup does not bring them back. A person who signs up again is kept.",
    "",
    "Backups made before still hold the person: see docs/operating.md.",
    ...emailDetails,
  ],
  operands: { least: 0, most: 1 },
  options: {
    yes: { type: "boolean", about: "does not ask" },
    again: { type: "boolean", about: "after a Postgres was restored: whoever was erased since" },
  },
  async run(world, request) {
    const again = request.flags.has("again");
    if (again && request.operands.length === 0) return eraseAgain(world);
    if (again) return { kind: "misused", line: "Give an e-mail or --again, not both." };
    const email = await emailOf(world, request);
    if (email === "") return noEmail;
    if (!email.includes("@")) return { kind: "misused", line: `"${email}" is no e-mail.` };
    if (request.flags.has("yes")) return eraseNow(world, email);
    return askFirst(world, email);
  },
};

async function eraseAgain({ database, config, write }: WithDatabase): Promise<CommandOutcome> {
  const people = await reapplyErasures(database);
  await write(`People erased again: ${grouped(people)}\n`);
  await rewriteStore(database, config.store.kind);
  return done;
}

async function askFirst(world: WithDatabase, email: string): Promise<CommandOutcome> {
  const { lead, submissions } = await findPerson(world.database, email);
  const found = `leads: ${lead ? 1 : 0}, sign-ups: ${submissions.length}`;
  const answer = await world.ask(`Erase ${email} for good (${found})? [y/N] `);
  if (answer === undefined)
    return {
      kind: "misused",
      line: "There is no terminal to ask in. To erase without a question: --yes",
    };
  if (!/^y(es)?$/i.test(answer.trim())) return failed("Nothing was erased.");
  return eraseNow(world, email);
}

async function eraseNow(world: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, config, write } = world;
  const { leads, submissions } = await erasePerson(database, email, await databaseClock(database));
  await write(
    leads + submissions === 0
      ? `No person here had the e-mail ${inert(email)}: check its spelling.\n`
      : `Erased ${inert(email)} here. Leads: ${leads}, sign-ups: ${submissions}.\n`,
  );
  await write(
    config.activeCampaign
      ? "The removal at ActiveCampaign is queued.\n"
      : "The removal waits, and keeps the e-mail, until ActiveCampaign is configured.\n",
  );
  // This is the last step: if it fails, the person is erased all the same, and the next `erase` repeats it.
  await rewriteStore(database, config.store.kind);
  return done;
}
