import { reconcileRemote as phrases } from "#phrases/commands/reconcile.ts";
import {
  contactsPerPage,
  type Expected,
  type Lack,
  type ListedContact,
  readContactPage,
  unsubscribedStatus,
} from "#server/active-campaign/lookups.ts";
import { operatorPerSecond } from "#server/active-campaign/paced-client.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { type DeliveredPerson, deliveredPeople } from "#server/store/deliveries/delivered.ts";
import { checkOneByOne } from "./check-one-by-one.ts";
import { type Check, type Counts, checkPerson, countLacking, expectedOf } from "./check-person.ts";

/** A person whom the pages did not show as complete, with what the person lacks as far as the pages tell. */
type Missed = { person: DeliveredPerson; what: Lack[] };

const progressIntervalMs = 10_000;
/** So many of the missed people are also looked up one by one, to see whether the pages tell the truth. */
const proofSize = 20;

/**
 * Checks every delivered person, with one request for a hundred contacts. A person whom the pages show as complete is
 * complete. The others count as incomplete only if single look-ups agree with the pages.
 */
export async function checkEverybody(check: Check, counts: Counts): Promise<void> {
  const people = await readPeople(check);
  printDuration(check, people.size);
  const missed = await readPages(check, counts, people);
  if (counts.stopped !== undefined) return;
  const proof = missed.filter((_, at) => at % Math.ceil(missed.length / proofSize) === 0);
  const agrees = await provePages(check, counts, proof);
  const rest = missed.filter((one) => !proof.includes(one));
  if (agrees) return countMissed(check, counts, rest);
  check.io.note(phrases.pagesDiffer);
  const others = rest.map(({ person }) => person);
  return checkOneByOne(check, counts, others);
}

/** The delivered people by their e-mail in lower case, because ActiveCampaign ignores case. */
async function readPeople({ io }: Check): Promise<Map<string, DeliveredPerson>> {
  const people = new Map<string, DeliveredPerson>();
  for await (const person of deliveredPeople(io.database))
    people.set(person.email.toLowerCase(), person);
  return people;
}

function printDuration({ io }: Check, people: number): void {
  const requests = Math.ceil(people / contactsPerPage) + 1;
  const minutes = Math.ceil(requests / operatorPerSecond / 60);
  io.note(phrases.duration(formatCount(people), formatCount(requests), formatCount(minutes)));
}

/** Reads all contacts of the list, and returns the people who were not seen complete. */
async function readPages(
  check: Check,
  counts: Counts,
  people: ReadonlyMap<string, DeliveredPerson>,
): Promise<Missed[]> {
  const { io, read, target } = check;
  const progress = createProgress(io, phrases.progress.contacts, progressIntervalMs);
  const complete = new Set<string>();
  const lacks = new Map<string, Lack[]>();
  let contacts = 0;
  for (let afterId = 0; ; ) {
    const page = await readContactPage(read, { list: target.list, afterId });
    if (page.kind === "end") break;
    if (page.kind !== "page") {
      counts.stopped = page.reason;
      return [];
    }
    for (const contact of page.contacts) {
      const key = contact.email.toLowerCase();
      const person = people.get(key);
      if (person === undefined) continue;
      const what = lacksOf(contact, expectedOf(check, person));
      if (what.length > 0) lacks.set(key, what);
      else if (!complete.has(key)) {
        complete.add(key);
        counts.unsubscribed += contact.status === unsubscribedStatus ? 1 : 0;
      }
    }
    contacts += page.contacts.length;
    progress(contacts);
    afterId = page.lastId;
  }
  counts.checked += complete.size;
  const unseen = unseenLacks(target);
  return [...people]
    .filter(([key]) => !complete.has(key))
    .map(([key, person]) => ({ person, what: lacks.get(key) ?? unseen }));
}

function lacksOf({ status, tags }: ListedContact, expected: Expected): Lack[] {
  const list: Lack[] =
    expected.list === undefined || status !== undefined
      ? []
      : [{ kind: "list", list: expected.list }];
  const missing = expected.tags.filter(({ id }) => !tags.has(id));
  return [...list, ...missing.map(({ name }) => ({ kind: "tag", name }) as const)];
}

/** What a person on none of the pages lacks. */
function unseenLacks({ list }: Check["target"]): Lack[] {
  return [list === undefined ? { kind: "contact" } : { kind: "list", list }];
}

/** Looks up some of the missed people one by one. False unless each look-up finds that something is missing. */
async function provePages(
  check: Check,
  counts: Counts,
  proof: readonly Missed[],
): Promise<boolean> {
  let agrees = true;
  for (const { person } of proof) {
    const { kind } = await checkPerson(check, counts, person);
    if (kind !== "lacking") agrees = false;
  }
  return agrees;
}

/** Counts people as incomplete, as the pages showed them. */
async function countMissed({ io }: Check, counts: Counts, missed: readonly Missed[]) {
  for (const { person, what } of missed) {
    counts.checked += 1;
    await countLacking(io, counts, person, what);
  }
}
