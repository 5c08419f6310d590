import { email as emailPhrases } from "#phrases/command-line.ts";
import { retry as phrases } from "#phrases/commands/retry.ts";
import { deliveryStates, describeOutcome, otherPlaces } from "#phrases/delivery-states.ts";
import { findParked, retryLost, retryParked, retryPerson } from "#server/store/deliveries/again.ts";
import { findPerson, type Person } from "#server/store/leads/person.ts";
import { isHeld } from "#server/store/submissions/held-submissions.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "./command-line/command.ts";
import { noEmail, readEmail, unknownPerson } from "./command-line/email-operand.ts";
import { escapeForTerminal, shellWord } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";

export const retry: Command = {
  needs: "database",
  usage: "[- | <e-mail> | --all]",
  summary: phrases.summary,
  details: [...phrases.details, ...emailPhrases.details],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: phrases.all } },
  async run(io, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return misused(emailPhrases.orAll);
    if (all) return retryAll(io);
    if (!isNamed) return listParked(io);
    const email = await readEmail(io, input);
    return email === "" ? noEmail : retryOne(io, email);
  },
};

async function listParked({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const parked = await findParked(database);
  if (parked.length === 0) await write(`${phrases.none}\n`);
  for (const { email, name, attempts, last_outcome } of parked) {
    const outcome = last_outcome === null ? "" : describeOutcome(last_outcome);
    const cells = [shellWord(email), name, phrases.tries(formatCount(attempts)), outcome];
    await write(`${cells.map(escapeForTerminal).join("\t")}\n`);
  }
  return done;
}

async function retryAll({ database, databaseClock, write }: WithDatabase): Promise<CommandOutcome> {
  const count = await retryParked(database, await databaseClock(database));
  await write(`${phrases.allQueued(formatCount(count))}\n`);
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
    await write(`${phrases.queued(escapeForTerminal(email))}\n`);
    return done;
  }
  return explainNotRetried(io, email);
}

async function explainNotRetried(
  { database, write }: WithDatabase,
  email: string,
): Promise<CommandOutcome> {
  const person = await findPerson(database, email);
  const { delivery } = person;
  const underived = isUnderived(person) ? otherPlaces.underived : undefined;
  const state = delivery ? deliveryStates[delivery.state] : underived;
  if (state !== undefined) {
    await write(`${phrases.underway(escapeForTerminal(email), state)}\n`);
    return done;
  }
  return person.submissions.some(isHeld)
    ? failed(phrases.held(escapeForTerminal(email)))
    : unknownPerson(email, person);
}

function isUnderived({ submissions }: Person): boolean {
  return submissions.some((one) => one.derived_at === null && !isHeld(one));
}
