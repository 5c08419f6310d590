import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import { inspectContact, type Tag } from "#server/delivery/active-campaign/inspect-contact.ts";
import { findTag } from "#server/delivery/active-campaign/lookups.ts";
import type { Ask } from "#server/delivery/active-campaign/operator-client.ts";
import { requestsPerSecond } from "#server/storage/courier/request-slots.ts";
import {
  countDelivered,
  type DeliveredPerson,
  deliveredPeople,
  isStillDelivered,
  sampleDelivered,
} from "#server/storage/deliveries/delivered.ts";
import { connectOperatorClient } from "./active-campaign-for.ts";
import { type CommandOutcome, done, failed, type WithDatabase } from "./command-line/command.ts";
import { grouped } from "./printing/bar-chart.ts";
import { inert, shellWord } from "./printing/escape.ts";
import { createProgress } from "./printing/progress.ts";

const sampleSize = 50;
const progressEveryMs = 10_000;
/** At a usual latency, while nobody else asks. */
const requestsPerMinute = requestsPerSecond * 60;
/** So many in a row that could not be looked at, and it isn't about the people. */
const mostUnclear = 5;

export async function reconcileRemote(
  world: WithDatabase,
  settings: ActiveCampaignSettings,
  all: boolean,
): Promise<CommandOutcome> {
  const ask = connectOperatorClient(world, settings);
  const tags = await findTags(ask, settings.tags);
  if (tags.kind === "unclear") return failed(`ActiveCampaign was not asked: ${tags.reason}.`);
  const people = all
    ? deliveredPeople(world.database)
    : await sampleDelivered(world.database, sampleSize);
  if (all) await tellHowLong(world, settings);
  const counts = { looked: 0, lacking: 0, unclear: 0, unsubscribed: 0 };
  const progress = createProgress(world, "people looked at", progressEveryMs);
  let unclearInARow = 0;
  for await (const person of people) {
    const kind = await lookAt({ world, ask, counts }, person, {
      list: settings.list,
      tags: tags.tags,
    });
    unclearInARow = kind === "unclear" ? unclearInARow + 1 : 0;
    if (unclearInARow === mostUnclear) break;
    counts.looked += 1;
    progress(counts.looked);
  }
  return conclude(world, counts, unclearInARow === mostUnclear);
}

async function tellHowLong(
  { database, note }: WithDatabase,
  { list, tags }: ActiveCampaignSettings,
): Promise<void> {
  const people = await countDelivered(database);
  const requests = people * (1 + Number(list !== undefined) + Number(tags.length > 0));
  const minutes = Math.ceil(requests / requestsPerMinute);
  note(`To look at: ${grouped(people)} people, ${grouped(minutes)} min at the least.`);
}

type Counts = { looked: number; lacking: number; unclear: number; unsubscribed: number };
type Look = { world: WithDatabase; ask: Ask; counts: Counts };

async function lookAt(
  { world, ask, counts }: Look,
  { id, email }: DeliveredPerson,
  expected: { list: string | undefined; tags: readonly Tag[] },
): Promise<"clear" | "unclear"> {
  const finding = await inspectContact(ask, email, expected);
  switch (finding.kind) {
    case "complete":
      counts.unsubscribed += finding.unsubscribed ? 1 : 0;
      return "clear";
    case "unclear":
      counts.unclear += 1;
      await world.write(`${shellWord(email)}\tnot known: ${finding.reason}\n`);
      return "unclear";
    case "lacking":
      // Whoever was erased meanwhile, or signed up again, is in other hands.
      if (!(await isStillDelivered(world.database, id))) return "clear";
      counts.lacking += 1;
      await world.write(`${shellWord(email)}\t${inert(finding.what.join(", "))}\n`);
      return "clear";
  }
}

async function findTags(
  ask: Ask,
  names: readonly string[],
): Promise<{ kind: "found"; tags: Tag[] } | { kind: "unclear"; reason: string }> {
  const tags: Tag[] = [];
  for (const name of names) {
    const found = await findTag(ask, name);
    switch (found.kind) {
      case "tag":
        tags.push({ name, id: found.id });
        break;
      case "missing":
        // Nobody can have a tag that is not there: no id is empty.
        tags.push({ name, id: "" });
        break;
      case "gone":
      case "closed":
      case "unclear":
        return { kind: "unclear", reason: found.reason };
    }
  }
  return { kind: "found", tags };
}

async function conclude(
  { write }: WithDatabase,
  counts: Counts,
  gaveUp: boolean,
): Promise<CommandOutcome> {
  const { looked, lacking, unclear, unsubscribed } = counts;
  const lines = [`Looked at over there: ${grouped(looked)}, incomplete: ${grouped(lacking)}`];
  if (unsubscribed > 0)
    lines.push(`Unsubscribed from the list by themselves: ${grouped(unsubscribed)}`);
  await write(`${lines.join("\n")}\n`);
  const mistakes = [
    ...(gaveUp ? ["ActiveCampaign gave no clear answers: broken off. See: doctor"] : []),
    ...(unclear > 0 && !gaveUp ? [`Not known: ${grouped(unclear)}. Run it again for them.`] : []),
    ...(lacking > 0 ? ["To send one of them again: npm run leads -- retry <e-mail>"] : []),
  ];
  return mistakes.length > 0 ? failed(...mistakes) : done;
}
