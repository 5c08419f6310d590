import {
  findParked,
  retryLost,
  retryParked,
  retryPerson,
} from "#server/storage/deliveries/parked.ts";
import { findPerson, type Person } from "#server/storage/leads/person.ts";
import { isHeld } from "#server/storage/submissions/held-submissions.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { emailDetails, noEmail, readEmail, unknownPerson } from "./command-line/email-operand.ts";
import { escapeForTerminal, shellWord } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

export const retry: Command = {
  needs: "database",
  usage: "[- | <e-mail> | --all]",
  summary: "sends parked leads to ActiveCampaign again; without an e-mail, lists them",
  details: [
    "A lead is parked when ActiveCampaign refused it: it waits for you. Without an e-mail, the list shows each parked lead",
    "with the reason. With an e-mail, a lead that waits for its next try, or that was delivered, is sent again too: for",
    "ActiveCampaign this is an update. The count of tries begins at 0.",
    "retry - sends one person again.",
    ...emailDetails,
  ],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: "sends all parked leads again" } },
  async run(io, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return { kind: "misused", line: "Give an e-mail or --all, not both." };
    if (all) return retryAll(io);
    if (!isNamed) return listParked(io);
    const email = await readEmail(io, input);
    return email === "" ? noEmail : retryOne(io, email);
  },
};

async function listParked({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const parked = await findParked(database);
  if (parked.length === 0) await write("There is no parked lead.\n");
  for (const { email, name, attempts, last_outcome } of parked) {
    const cells = [shellWord(email), name, `tries: ${attempts}`, last_outcome ?? ""];
    await write(`${cells.map(escapeForTerminal).join("\t")}\n`);
  }
  return done;
}

async function retryAll({ database, databaseClock, write }: WithDatabase): Promise<CommandOutcome> {
  const count = await retryParked(database, await databaseClock(database));
  await write(`Leads to send again: ${formatCount(count)}\n`);
  return done;
}

/**
 * `retry` derives no leads of other people: on a launch night there may be many new sign-ups, and the server already
 * derives leads from them.
 */
async function retryOne(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, write } = io;
  const now = await databaseClock(database);
  if ((await retryLost(database, email, now)) || (await retryPerson(database, email, now))) {
    await write(`${escapeForTerminal(email)} will be sent again.\n`);
    return done;
  }
  return explainNotRetried(io, email);
}

async function explainNotRetried(
  { database, write }: WithDatabase,
  email: string,
): Promise<CommandOutcome> {
  const person = await findPerson(database, email);
  const state = person.delivery?.state ?? (isUnderived(person) ? "not derived yet" : undefined);
  if (state !== undefined) {
    await write(`${escapeForTerminal(email)} is already on the way to ActiveCampaign: ${state}.\n`);
    return done;
  }
  return person.submissions.some(isHeld)
    ? failed(
        `The sign-up of ${escapeForTerminal(email)} is held back. To release it: npm run leads -- release -`,
      )
    : unknownPerson(email, person);
}

function isUnderived({ submissions }: Person): boolean {
  return submissions.some((one) => one.derived_at === null && !isHeld(one));
}
