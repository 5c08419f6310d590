import { placeNames } from "#phrases/delivery-states.ts";
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
  unsubscribedStatus,
} from "#server/active-campaign/lookups.ts";
import {
  connectOperatorClient,
  operatorPerSecond,
  type Read,
} from "#server/active-campaign/paced-client.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import {
  type Command,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord } from "#server/command-line/escape.ts";
import { createProgress, formatCount } from "#server/command-line/text.ts";
import {
  type DeliveredPerson,
  deliveredPeople,
  isStillDelivered,
  sampleDelivered,
} from "#server/store/deliveries/progress.ts";
import {
  countPeople,
  findLost,
  type PersonState,
} from "#server/store/deliveries/retry-deliveries.ts";

const maxListed = 1_000;
const labelWidth = 32;

/** The rows of the printed table, each with the places whose people it counts. */
const rowsOfPlaces: ReadonlyArray<[label: string, places: readonly PersonState[]]> = [
  ["entregues", ["delivered"]],
  ["a caminho", ["underived", "due", "sending", "importing"]],
  ["recusadas", ["parked"]],
  ["retidas", ["held"]],
];

/** `reconcile` derives no leads, because the server derives them: a sign-up that has no lead yet counts as waiting. */
export const reconcile: Command = {
  usage: "[--remote [--all]]",
  summary: "confere se cada pessoa guardada está entregue, a caminho, recusada ou retida",
  details: [
    "Quem não está em nenhum desses lugares está perdido: a lista mostra essas pessoas, e o código de saída é 1.",
    "--remote confere 50 pessoas entregues, sorteadas; --all, todas: contato, lista e tags, como estão no .env agora. Nada muda.",
    "Para enviar de novo quem está sem contato, lista ou tag: retry --incomplete",
  ],
  operands: { min: 0, max: 0 },
  options: {
    remote: { type: "boolean", about: "também confere 50 pessoas no ActiveCampaign" },
    all: { type: "boolean", about: "com --remote: confere todas as pessoas entregues" },
  },
  async run(context, { switches }) {
    const [remote, all] = [switches.has("remote"), switches.has("all")];
    if (all && !remote) return misused("--all só funciona junto com --remote.");
    const io = await context.open();
    const { activeCampaign } = io.config;
    if (remote && activeCampaign === undefined)
      return failed(
        "O ActiveCampaign não está configurado: --remote não tem o que conferir. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env.",
      );
    const problems = await countHere(io);
    if (remote && activeCampaign !== undefined) {
      const found = await checkDelivered(io, activeCampaign, { all });
      problems.push(...found.problems);
      if (found.lacking.length > 0)
        problems.push(
          "Para enviar de novo quem está incompleto: npm run leads -- retry --incomplete",
        );
    }
    return problems.length === 0 ? done : failed(...problems);
  },
};

/** Prints where the stored people are, and who is lost. Returns what to do about the lost. */
async function countHere({ database, write }: WithDatabase): Promise<string[]> {
  const counts = await countPeople(database);
  const sum = (places: Iterable<PersonState>) =>
    [...places].reduce((total, place) => total + (counts.get(place) ?? 0), 0);
  const row = async (label: string, count: number) =>
    write(`${label.padEnd(labelWidth)}${formatCount(count).padStart(9)}\n`);
  const lost = sum(["lost"]);
  await row("pessoas guardadas", sum(counts.keys()));
  for (const [label, places] of rowsOfPlaces) {
    await row(label, sum(places));
    if (places.length > 1)
      for (const place of places) await row(`  ${placeNames[place]}`, sum([place]));
  }
  await row("soma", sum(counts.keys()) - lost);
  if (lost === 0) {
    await write("Nenhuma pessoa está perdida.\n");
    return [];
  }
  await write(`Pessoas perdidas: ${formatCount(lost)}\n`);
  for (const email of await findLost(database, maxListed)) await write(`${shellWord(email)}\n`);
  return [
    "Estas pessoas estão guardadas, mas nem entregues nem a caminho. Para enviar uma delas: npm run leads -- retry -",
  ];
}

const sampleSize = 50;
/** So many of the people whom the pages show as incomplete are looked up one by one, to see whether the pages are right. */
const proofSize = 20;
/** The check stops when this many people in a row get no clear result: the cause is then ActiveCampaign. */
const maxUnclearInARow = 5;
const progressIntervalMs = 10_000;

type Check = {
  io: WithDatabase;
  read: Read;
  list: string | undefined;
  expectedOf: (person: DeliveredPerson) => Expected;
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
  const { read } = connectOperatorClient(io, settings);
  const tagIds = new Map<string, string>();
  for (const name of [...settings.tags, ...settings.nextTags]) {
    const tag = await findTag(read, name);
    if (tag.kind === "done" && tag.body !== undefined) tagIds.set(name, tag.body.id);
    else if (tag.kind !== "done")
      return {
        lacking: [],
        problems: [
          `O ActiveCampaign não disse quais tags tem (${tag.reason}), por isso ninguém foi conferido. Para achar a causa: npm run leads -- doctor`,
        ],
      };
  }
  const { list } = settings;
  const check: Check = {
    io,
    read,
    list,
    // No tag has an empty id, so every contact lacks a tag that does not exist.
    expectedOf: (person) => ({
      list,
      tags: tagsFor(settings, person).map((name) => ({ name, id: tagIds.get(name) ?? "" })),
    }),
    checked: 0,
    lacking: [],
    unclear: 0,
    unsubscribed: 0,
    stopped: undefined,
  };
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

/** Checks these people with three requests each. */
async function checkOneByOne(
  check: Check,
  people: readonly DeliveredPerson[],
): Promise<ContactFinding[]> {
  const progress = createProgress(check.io, "Pessoas conferidas", progressIntervalMs);
  const findings: ContactFinding[] = [];
  let unclearInARow = 0;
  for (const person of people) {
    const finding = await inspectContact(check.read, person.email, check.expectedOf(person));
    findings.push(finding);
    await count(check, person, finding);
    progress(check.checked);
    unclearInARow = finding.kind === "unclear" ? unclearInARow + 1 : 0;
    if (finding.kind !== "unclear" || unclearInARow < maxUnclearInARow) continue;
    check.stopped = finding.reason;
    break;
  }
  return findings;
}

/** Counts what was found of a person, and prints what is missing or unclear. */
async function count(
  check: Check,
  { id, email }: DeliveredPerson,
  finding: ContactFinding,
): Promise<void> {
  const { io } = check;
  check.checked += 1;
  switch (finding.kind) {
    case "complete":
      check.unsubscribed += finding.unsubscribed ? 1 : 0;
      return;
    case "unclear":
      check.unclear += 1;
      return io.write(`${shellWord(email)}\tsem resposta clara: ${finding.reason}\n`);
    case "lacking": {
      // After the people were read from the store, this person may have been erased, or may have signed up again.
      if (!(await isStillDelivered(io.database, id))) return;
      check.lacking.push(id);
      const what = finding.what.map(lackText).map(escapeForTerminal).join(", ");
      return io.write(`${shellWord(email)}\t${what}\n`);
    }
  }
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
  const findings = await readPages(check, people);
  if (check.stopped !== undefined) return;
  const missed: { person: DeliveredPerson; finding: ContactFinding }[] = [];
  const onNoPage: Lack =
    check.list === undefined ? { kind: "contact" } : { kind: "list", list: check.list };
  for (const [key, person] of people) {
    const finding = findings.get(key) ?? ({ kind: "lacking", what: [onNoPage] } as const);
    if (finding.kind === "complete") await count(check, person, finding);
    else missed.push({ person, finding });
  }
  const proof = missed.splice(0, proofSize);
  const proven = await checkOneByOne(
    check,
    proof.map(({ person }) => person),
  );
  if (check.stopped !== undefined) return;
  if (proven.every(({ kind }) => kind === "lacking")) {
    for (const { person, finding } of missed) await count(check, person, finding);
    return;
  }
  io.note(
    "As páginas do ActiveCampaign não mostram todos os contatos como eles são. Por isso as pessoas que faltam são conferidas uma a uma: umas 90 por minuto.",
  );
  await checkOneByOne(
    check,
    missed.map(({ person }) => person),
  );
}

/** Reads all contacts of the list, and returns what they show of these people, by their e-mail. */
async function readPages(
  check: Check,
  people: ReadonlyMap<string, DeliveredPerson>,
): Promise<Map<string, ContactFinding>> {
  const { io, read, list } = check;
  const progress = createProgress(io, "Contatos lidos", progressIntervalMs);
  const findings = new Map<string, ContactFinding>();
  let contacts = 0;
  for (let afterId = 0; ; ) {
    const page = await readContactPage(read, { list, afterId });
    if (page.kind === "end") return findings;
    if (page.kind !== "page") {
      check.stopped = page.reason;
      return findings;
    }
    for (const contact of page.contacts) {
      const key = contact.email.toLowerCase();
      const person = people.get(key);
      // Of two contacts with one e-mail the complete one counts.
      if (person !== undefined && findings.get(key)?.kind !== "complete")
        findings.set(key, compare(contact, check.expectedOf(person)));
    }
    contacts += page.contacts.length;
    progress(contacts);
    afterId = page.lastId;
  }
}

function compare({ status, tags }: ListedContact, expected: Expected): ContactFinding {
  const { list } = expected;
  const what: Lack[] = expected.tags
    .filter(({ id }) => !tags.has(id))
    .map(({ name }) => ({ kind: "tag", name }));
  if (list !== undefined && status === undefined) what.unshift({ kind: "list", list });
  return what.length > 0
    ? { kind: "lacking", what }
    : { kind: "complete", unsubscribed: status === unsubscribedStatus };
}
