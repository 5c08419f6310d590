import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import {
  type ContactFinding,
  contactsPerPage,
  type Expected,
  findTag,
  inspectContact,
  type Lack,
  type ListedContact,
  readContactPage,
  type Tag,
  unsubscribedStatus,
} from "#server/active-campaign/lookups.ts";
import {
  connectOperatorClient,
  operatorPerSecond,
  type Read,
} from "#server/active-campaign/paced-client.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import type { WithDatabase } from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord } from "#server/command-line/escape.ts";
import { createProgress, formatCount } from "#server/command-line/text.ts";
import {
  type DeliveredPerson,
  deliveredPeople,
  isStillDelivered,
  sampleDelivered,
} from "#server/store/deliveries/progress.ts";

const sampleSize = 50;
/** So many of the missed people are also looked up one by one, to see whether the pages tell the truth. */
const proofSize = 20;
/** The check stops when this many people in a row get no clear result: the cause is then ActiveCampaign. */
const maxUnclearInARow = 5;
const progressIntervalMs = 10_000;

type Check = {
  io: WithDatabase;
  read: Read;
  target: { list: string | undefined; tags: readonly Tag[]; nextTags: readonly Tag[] };
  checked: number;
  /** The ids of the leads whose people lack something. */
  lacking: number[];
  unclear: number;
  unsubscribed: number;
  /** Why the check stopped before its end. */
  stopped: string | undefined;
};

/**
 * Checks delivered people at ActiveCampaign, all of them or fifty by chance, and prints who lacks the contact, the list
 * or a tag. Returns the ids of their leads, and what to say if some people could not be checked.
 */
export async function checkDelivered(
  io: WithDatabase,
  settings: ActiveCampaignSettings,
  { all }: { all: boolean },
): Promise<{ lacking: readonly number[]; problems: string[] }> {
  const read = connectOperatorClient(io, settings);
  const tags = await findTags(read, settings.tags);
  if (tags.kind === "unclear") return noTags(tags.reason);
  const nextTags = await findTags(read, settings.nextTags);
  if (nextTags.kind === "unclear") return noTags(nextTags.reason);
  const target = { list: settings.list, tags: tags.found, nextTags: nextTags.found };
  const counts = { checked: 0, lacking: [], unclear: 0, unsubscribed: 0, stopped: undefined };
  const check: Check = { io, read, target, ...counts };
  if (all) await checkAll(check);
  else await checkOneByOne(check, await sampleDelivered(io.database, sampleSize));
  const { checked, lacking, unclear, unsubscribed, stopped } = check;
  await io.write(
    `Conferidas no ActiveCampaign: ${formatCount(checked)}. Incompletas: ${formatCount(lacking.length)}.\n`,
  );
  if (unsubscribed > 0)
    await io.write(
      `Descadastradas da lista: ${formatCount(unsubscribed)}. Elas continuam assim, também com retry --incomplete.\n`,
    );
  const problems: string[] = [];
  if (stopped !== undefined)
    problems.push(
      `A conferência parou no meio: o ActiveCampaign não deu respostas claras (${stopped}). Para achar a causa: npm run leads -- doctor`,
    );
  else if (unclear > 0)
    problems.push(
      `Pessoas sem resposta clara: ${formatCount(unclear)}. Para conferir essas pessoas, rode o comando de novo.`,
    );
  return { lacking, problems };
}

async function findTags(
  read: Read,
  names: readonly string[],
): Promise<{ kind: "found"; found: Tag[] } | { kind: "unclear"; reason: string }> {
  const found: Tag[] = [];
  for (const name of names) {
    const one = await findTag(read, name);
    if (one.kind !== "found" && one.kind !== "none") return { kind: "unclear", reason: one.reason };
    // A tag that does not exist gets an empty id, which no tag has: so every contact counts as lacking this tag.
    found.push({ name, id: one.kind === "found" ? one.item.id : "" });
  }
  return { kind: "found", found };
}

function noTags(reason: string) {
  const problem = `O ActiveCampaign não disse quais tags tem (${reason}), por isso ninguém foi conferido. Para achar a causa: npm run leads -- doctor`;
  return { lacking: [], problems: [problem] };
}

/** Checks these people with three requests each. */
async function checkOneByOne(check: Check, people: readonly DeliveredPerson[]): Promise<void> {
  const progress = createProgress(check.io, "Pessoas conferidas", progressIntervalMs);
  let unclearInARow = 0;
  for (const person of people) {
    const finding = await checkPerson(check, person);
    progress(check.checked);
    unclearInARow = finding.kind === "unclear" ? unclearInARow + 1 : 0;
    if (finding.kind !== "unclear" || unclearInARow < maxUnclearInARow) continue;
    check.stopped = finding.reason;
    return;
  }
}

/** Looks up one person, counts the result, and prints what is missing or unclear. */
async function checkPerson(check: Check, person: DeliveredPerson): Promise<ContactFinding> {
  const finding = await inspectContact(check.read, person.email, expectedOf(check, person));
  check.checked += 1;
  if (finding.kind === "complete") check.unsubscribed += finding.unsubscribed ? 1 : 0;
  else if (finding.kind === "lacking") await countLacking(check, person, finding.what);
  else {
    check.unclear += 1;
    await check.io.write(`${shellWord(person.email)}\tsem resposta clara: ${finding.reason}\n`);
  }
  return finding;
}

function expectedOf({ target }: Check, person: DeliveredPerson): Expected {
  return { list: target.list, tags: tagsFor(target, person) };
}

/**
 * Counts and prints a person who lacks something. A person who is no longer delivered is not counted: after the list of
 * people was read, this person may have been erased, or may have signed up again.
 */
async function countLacking(
  { io, lacking }: Check,
  { id, email }: DeliveredPerson,
  what: readonly Lack[],
): Promise<void> {
  if (!(await isStillDelivered(io.database, id))) return;
  lacking.push(id);
  await io.write(`${shellWord(email)}\t${what.map(lackText).map(escapeForTerminal).join(", ")}\n`);
}

function lackText(lack: Lack): string {
  switch (lack.kind) {
    case "contact":
      return "sem contato";
    case "list":
      return `não está na lista ${lack.list}`;
    case "tag":
      return `sem a tag ${lack.name}`;
  }
}

/**
 * Checks every delivered person, with one request for a hundred contacts. A person whom the pages show as complete is
 * complete. The others count as incomplete only if single look-ups agree with the pages.
 */
async function checkAll(check: Check): Promise<void> {
  const { io } = check;
  // By their e-mail in lower case, because ActiveCampaign ignores case.
  const people = new Map<string, DeliveredPerson>();
  for await (const person of deliveredPeople(io.database))
    people.set(person.email.toLowerCase(), person);
  const requests = Math.ceil(people.size / contactsPerPage) + 1;
  const minutes = Math.ceil(requests / operatorPerSecond / 60);
  io.note(
    `Pessoas a conferir: ${formatCount(people.size)}. São pelo menos ${formatCount(requests)} pedidos, em ${formatCount(minutes)} min ou mais. Se há outras pessoas na lista, demora mais.`,
  );
  const missed = await readPages(check, people);
  const every = Math.ceil(missed.length / proofSize);
  const rest = missed.filter((_, at) => at % every !== 0);
  let pagesAreTrue = true;
  for (const { person } of missed.filter((_, at) => at % every === 0))
    if ((await checkPerson(check, person)).kind !== "lacking") pagesAreTrue = false;
  if (pagesAreTrue)
    for (const { person, what } of rest) {
      check.checked += 1;
      await countLacking(check, person, what);
    }
  else {
    io.note(
      "As páginas do ActiveCampaign não mostram todos os contatos como eles são. Por isso as pessoas que faltam são conferidas uma a uma: umas 90 por minuto.",
    );
    await checkOneByOne(
      check,
      rest.map(({ person }) => person),
    );
  }
}

/**
 * Reads all contacts of the list, and counts the people who are complete there. Returns the others, each with what the
 * person lacks as far as the pages tell; none if a page does not come.
 */
async function readPages(
  check: Check,
  people: ReadonlyMap<string, DeliveredPerson>,
): Promise<Array<{ person: DeliveredPerson; what: Lack[] }>> {
  const { io, read, target } = check;
  const { list } = target;
  const progress = createProgress(io, "Contatos lidos", progressIntervalMs);
  const complete = new Set<string>();
  const lacks = new Map<string, Lack[]>();
  let contacts = 0;
  for (let afterId = 0; ; ) {
    const page = await readContactPage(read, { list, afterId });
    if (page.kind === "end") break;
    if (page.kind !== "page") {
      check.stopped = page.reason;
      return [];
    }
    for (const contact of page.contacts) {
      const key = contact.email.toLowerCase();
      const person = people.get(key);
      if (person === undefined || complete.has(key)) continue;
      const what = lacksOf(contact, expectedOf(check, person));
      lacks.set(key, what);
      if (what.length > 0) continue;
      complete.add(key);
      check.unsubscribed += contact.status === unsubscribedStatus ? 1 : 0;
    }
    contacts += page.contacts.length;
    progress(contacts);
    afterId = page.lastId;
  }
  check.checked += complete.size;
  const onNoPage: Lack[] = [list === undefined ? { kind: "contact" } : { kind: "list", list }];
  return [...people]
    .filter(([key]) => !complete.has(key))
    .map(([key, person]) => ({ person, what: lacks.get(key) ?? onNoPage }));
}

function lacksOf({ status, tags }: ListedContact, expected: Expected): Lack[] {
  const { list } = expected;
  const missing = expected.tags.filter(({ id }) => !tags.has(id));
  return [
    ...(list === undefined || status !== undefined ? [] : [{ kind: "list", list } as const]),
    ...missing.map(({ name }) => ({ kind: "tag", name }) as const),
  ];
}
