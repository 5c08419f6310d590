import { reconcileRemote as phrases } from "#phrases/commands/reconcile.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { findTag, type Tag } from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import {
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { confirm } from "#server/commands/command-line/confirm.ts";
import { connectOperatorClient } from "#server/commands/connect-operator-client.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { makeDueAgain } from "#server/store/deliveries/again.ts";
import { sampleDelivered } from "#server/store/deliveries/delivered.ts";
import { checkEverybody } from "./check-everybody.ts";
import { checkOneByOne } from "./check-one-by-one.ts";
import { type Counts, noCounts } from "./check-person.ts";

const sampleSize = 50;
const repairedAtOnce = 1_000;

/** Checks delivered people at ActiveCampaign, and with `--repair` makes those due again who lack something. */
export async function reconcileRemote(
  io: WithDatabase,
  settings: ActiveCampaignSettings,
  input: CommandInput,
): Promise<CommandOutcome> {
  const read = connectOperatorClient(io, settings);
  const found = await findTags(read, settings.tags);
  if (found.kind === "unclear") return failed(phrases.noTags(found.reason));
  const next = await findTags(read, settings.nextTags);
  if (next.kind === "unclear") return failed(phrases.noTags(next.reason));
  const check = {
    io,
    read,
    target: { list: settings.list, tags: found.tags, nextTags: next.tags },
  };
  const counts = noCounts();
  if (input.switches.has("all")) await checkEverybody(check, counts);
  else await checkOneByOne(check, counts, await sampleDelivered(io.database, sampleSize));
  await printCounts(io, counts);
  return conclude(io, input, counts);
}

async function findTags(
  read: Read,
  names: readonly string[],
): Promise<{ kind: "found"; tags: Tag[] } | { kind: "unclear"; reason: string }> {
  const tags: Tag[] = [];
  for (const name of names) {
    const found = await findTag(read, name);
    if (found.kind !== "found" && found.kind !== "none")
      return { kind: "unclear", reason: found.reason };
    // A tag that does not exist gets an empty id, which no tag has: so every contact counts as lacking this tag.
    tags.push({ name, id: found.kind === "found" ? found.item.id : "" });
  }
  return { kind: "found", tags };
}

async function printCounts(
  { write }: WithDatabase,
  { checked, lacking, unsubscribed }: Counts,
): Promise<void> {
  await write(phrases.checked(formatCount(checked), formatCount(lacking.length)));
  if (unsubscribed > 0) await write(phrases.unsubscribed(formatCount(unsubscribed)));
}

async function conclude(
  io: WithDatabase,
  input: CommandInput,
  counts: Counts,
): Promise<CommandOutcome> {
  const lines: string[] = [];
  if (counts.stopped !== undefined) lines.push(phrases.stopped(counts.stopped));
  else if (counts.unclear > 0) lines.push(phrases.someUnclear(formatCount(counts.unclear)));
  if (counts.lacking.length > 0) {
    const repaired = input.switches.has("repair") ? await repair(io, input, counts.lacking) : done;
    if (repaired.kind !== "done") return repaired;
    if (!input.switches.has("repair")) lines.push(phrases.repairAdvice);
  }
  return lines.length > 0 ? failed(...lines) : done;
}

async function repair(
  io: WithDatabase,
  input: CommandInput,
  leadIds: readonly number[],
): Promise<CommandOutcome> {
  const { database, databaseClock, write } = io;
  await write(phrases.serverSettings);
  const answer = await confirm(io, input, phrases.question(formatCount(leadIds.length)));
  if (answer !== "agreed") return answer;
  const now = await databaseClock(database);
  let count = 0;
  for (let at = 0; at < leadIds.length; at += repairedAtOnce)
    count += await makeDueAgain(database, leadIds.slice(at, at + repairedAtOnce), {
      now,
      parked: false,
    });
  await write(phrases.repaired(formatCount(count)));
  return done;
}
