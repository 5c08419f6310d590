import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import { inspectContact, type Tag } from "#server/delivery/active-campaign/inspect-contact.ts";
import { findTag } from "#server/delivery/active-campaign/lookups.ts";
import type { Read } from "#server/delivery/active-campaign/paced-client.ts";
import { requestsPerSecond } from "#server/storage/courier/request-slots.ts";
import {
  countDelivered,
  type DeliveredPerson,
  deliveredPeople,
  isStillDelivered,
  sampleDelivered,
} from "#server/storage/deliveries/delivered.ts";
import { type CommandOutcome, done, failed, type WithDatabase } from "./command-line/command.ts";
import { connectOperatorClient } from "./connect-operator-client.ts";
import { escapeForTerminal, shellWord } from "./printing/escape.ts";
import { createProgress } from "./printing/progress.ts";
import { formatCount } from "./printing/text.ts";

const sampleSize = 50;
const progressIntervalMs = 10_000;
/**
 * How many requests `reconcile --remote` can send in a minute at ActiveCampaign's usual latency, while the courier
 * sends none.
 */
const requestsPerMinute = requestsPerSecond * 60;
/** `reconcile --remote` stops when this many people in a row get no clear result: the cause is then ActiveCampaign. */
const maxUnclearInARow = 5;

export async function reconcileRemote(
  io: WithDatabase,
  settings: ActiveCampaignSettings,
  all: boolean,
): Promise<CommandOutcome> {
  const read = connectOperatorClient(io, settings);
  const tags = await findTags(read, settings.tags);
  if (tags.kind === "unclear")
    return failed(
      `ActiveCampaign did not say which tags it has (${tags.reason}), so no person was checked. To find the cause: npm run leads -- doctor`,
    );
  const people = all
    ? deliveredPeople(io.database)
    : await sampleDelivered(io.database, sampleSize);
  if (all) await printDuration(io, settings);
  const counts = { checked: 0, lacking: 0, unclear: 0, unsubscribed: 0 };
  const progress = createProgress(io, "people checked", progressIntervalMs);
  let unclearInARow = 0;
  for await (const person of people) {
    const kind = await lookAt({ io, read, counts }, person, {
      list: settings.list,
      tags: tags.tags,
    });
    unclearInARow = kind === "unclear" ? unclearInARow + 1 : 0;
    if (unclearInARow === maxUnclearInARow) break;
    counts.checked += 1;
    progress(counts.checked);
  }
  return conclude(io, counts, unclearInARow === maxUnclearInARow);
}

async function printDuration(
  { database, note }: WithDatabase,
  { list, tags }: ActiveCampaignSettings,
): Promise<void> {
  const people = await countDelivered(database);
  const requests = people * (1 + Number(list !== undefined) + Number(tags.length > 0));
  const minutes = Math.ceil(requests / requestsPerMinute);
  note(`People to check: ${formatCount(people)}. This takes at least ${formatCount(minutes)} min.`);
}

type Counts = { checked: number; lacking: number; unclear: number; unsubscribed: number };

/** Looks up one person at ActiveCampaign, counts the result, and prints what is missing or unclear. */
async function lookAt(
  { io, read, counts }: { io: WithDatabase; read: Read; counts: Counts },
  { id, email }: DeliveredPerson,
  expected: { list: string | undefined; tags: readonly Tag[] },
): Promise<"clear" | "unclear"> {
  const finding = await inspectContact(read, email, expected);
  switch (finding.kind) {
    case "complete":
      counts.unsubscribed += finding.unsubscribed ? 1 : 0;
      return "clear";
    case "unclear":
      counts.unclear += 1;
      await io.write(`${shellWord(email)}\tno clear answer: ${finding.reason}\n`);
      return "unclear";
    case "lacking":
      // A person who is no longer delivered is not counted: after the list of people was read, this person may have
      // been erased, or may have signed up again.
      if (!(await isStillDelivered(io.database, id))) return "clear";
      counts.lacking += 1;
      await io.write(`${shellWord(email)}\t${escapeForTerminal(finding.what.join(", "))}\n`);
      return "clear";
  }
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

async function conclude(
  { write }: WithDatabase,
  counts: Counts,
  gaveUp: boolean,
): Promise<CommandOutcome> {
  const { checked, lacking, unclear, unsubscribed } = counts;
  await write(
    `Checked at ActiveCampaign: ${formatCount(checked)}, incomplete: ${formatCount(lacking)}\n`,
  );
  if (unsubscribed > 0)
    await write(`People who unsubscribed from the list: ${formatCount(unsubscribed)}\n`);
  const mistakes: string[] = [];
  if (gaveUp)
    mistakes.push(
      `The check stopped: ActiveCampaign gave ${maxUnclearInARow} unclear answers in a row. To find the cause: npm run leads -- doctor`,
    );
  else if (unclear > 0)
    mistakes.push(
      `Without a clear answer: ${formatCount(unclear)}. To check these people, run reconcile --remote again.`,
    );
  if (lacking > 0)
    mistakes.push("To send an incomplete person again: npm run leads -- retry <e-mail>");
  return mistakes.length > 0 ? failed(...mistakes) : done;
}
