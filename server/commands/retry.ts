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
import { emailDetails, emailOf, noEmail } from "./command-line/read-request.ts";
import { grouped } from "./printing/bar-chart.ts";
import { inert, shellWord } from "./printing/escape.ts";
import { unknownPerson } from "./unknown-person.ts";

export const retry: Command = {
  reaches: "database",
  usage: "[- | <e-mail> | --all]",
  summary: "sends again what ActiveCampaign refused; alone, lists it with the reasons",
  details: [
    "--all takes everybody whom ActiveCampaign refused. With an e-mail also somebody who waits for a later",
    "try, or was delivered already: ActiveCampaign takes it as an update. Nobody counts as tried before.",
    "retry - is for one person.",
    ...emailDetails,
  ],
  operands: { least: 0, most: 1 },
  options: { all: { type: "boolean", about: "everybody who was refused" } },
  async run(world, request) {
    const all = request.flags.has("all");
    const isNamed = request.operands.length > 0;
    if (all && isNamed) return { kind: "misused", line: "Give an e-mail or --all, not both." };
    if (all) return retryAll(world);
    if (!isNamed) return listParked(world);
    const email = await emailOf(world, request);
    return email === "" ? noEmail : retryOne(world, email);
  },
};

async function listParked({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const parked = await findParked(database);
  if (parked.length === 0) await write("Nobody was refused.\n");
  for (const { email, name, attempts, last_outcome } of parked) {
    const cells = [shellWord(email), name, `tries: ${attempts}`, last_outcome ?? ""];
    await write(`${cells.map(inert).join("\t")}\n`);
  }
  return done;
}

async function retryAll({ database, databaseClock, write }: WithDatabase): Promise<CommandOutcome> {
  const count = await retryParked(database, await databaseClock(database));
  await write(`Due again: ${grouped(count)}\n`);
  return done;
}

/** The books are left to the server: the backlog of a launch night is nothing to hurry through beside it. */
async function retryOne(world: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, write } = world;
  const now = await databaseClock(database);
  if ((await retryLost(database, email, now)) || (await retryPerson(database, email, now))) {
    await write(`${inert(email)} is due again.\n`);
    return done;
  }
  return tellWhyNot(world, email);
}

async function tellWhyNot(
  { database, write }: WithDatabase,
  email: string,
): Promise<CommandOutcome> {
  const person = await findPerson(database, email);
  const state = person.delivery?.state ?? (isUnderived(person) ? "underived" : undefined);
  if (state !== undefined) {
    await write(`${inert(email)} is on the way already: ${state}.\n`);
    return done;
  }
  return person.submissions.some(isHeld)
    ? failed(`${inert(email)} is held back. To let them go on: release -`)
    : unknownPerson(email, person);
}

function isUnderived({ submissions }: Person): boolean {
  return submissions.some((one) => one.derived_at === null && !isHeld(one));
}
