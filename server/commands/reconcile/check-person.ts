import { reconcileRemote as phrases } from "#phrases/commands/reconcile.ts";
import {
  type ContactFinding,
  type Expected,
  inspectContact,
  type Lack,
  type Tag,
} from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { escapeForTerminal, shellWord } from "#server/commands/printing/escape.ts";
import { type DeliveredPerson, isStillDelivered } from "#server/store/deliveries/delivered.ts";

/** What is needed to check people at ActiveCampaign. */
export type Check = {
  io: WithDatabase;
  read: Read;
  target: { list: string | undefined; tags: readonly Tag[]; nextTags: readonly Tag[] };
};

/** The results of a check. */
export type Counts = {
  checked: number;
  /** The ids of the leads whose people lack something. */
  lacking: number[];
  unclear: number;
  unsubscribed: number;
  /** Why the check stopped before its end; undefined if it did not. */
  stopped: string | undefined;
};

/** What this person must have at ActiveCampaign. */
export function expectedOf({ target }: Check, person: DeliveredPerson): Expected {
  return { list: target.list, tags: tagsFor(target, person) };
}

export function noCounts(): Counts {
  return { checked: 0, lacking: [], unclear: 0, unsubscribed: 0, stopped: undefined };
}

/** Looks up one person at ActiveCampaign, counts the result, and prints what is missing or unclear. */
export async function checkPerson(
  check: Check,
  counts: Counts,
  person: DeliveredPerson,
): Promise<ContactFinding> {
  const { io, read } = check;
  const finding = await inspectContact(read, person.email, expectedOf(check, person));
  counts.checked += 1;
  switch (finding.kind) {
    case "complete":
      counts.unsubscribed += finding.unsubscribed ? 1 : 0;
      break;
    case "unclear":
      counts.unclear += 1;
      await io.write(`${shellWord(person.email)}\t${phrases.unclear(finding.reason)}\n`);
      break;
    case "lacking":
      await countLacking(io, counts, person, finding.what);
      break;
  }
  return finding;
}

/**
 * Counts and prints a person who lacks something. A person who is no longer delivered is not counted: after the list of
 * people was read, this person may have been erased, or may have signed up again.
 */
export async function countLacking(
  { database, write }: WithDatabase,
  counts: Counts,
  { id, email }: DeliveredPerson,
  what: readonly Lack[],
): Promise<void> {
  if (!(await isStillDelivered(database, id))) return;
  counts.lacking.push(id);
  await write(`${shellWord(email)}\t${what.map(lackText).map(escapeForTerminal).join(", ")}\n`);
}

function lackText(lack: Lack): string {
  const { lacks } = phrases;
  switch (lack.kind) {
    case "contact":
      return lacks.contact;
    case "list":
      return lacks.list(lack.list);
    case "tag":
      return lacks.tag(lack.name);
  }
}
