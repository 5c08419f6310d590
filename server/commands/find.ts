import { type LeadField, leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { deliveryStates, describeOutcome } from "#phrases/delivery-states.ts";
import { readPersonOperand, unknownPerson } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandOutcome,
  deriveForReading,
  done,
  failed,
  type Misused,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord, tabbedLine } from "#server/command-line/escape.ts";
import { formatCount, formatTime } from "#server/format.ts";
import {
  findPerson,
  hadUnsubscribedBefore,
  type ListedLead,
  listLeads,
  type Person,
  type SearchedPerson,
  searchPeople,
} from "#server/store/leads.ts";
import { isHeld } from "#server/store/submissions.ts";

export const fieldNames: Readonly<Record<LeadField, string>> = {
  name: "nome",
  email: "e-mail",
  whatsapp: "WhatsApp",
};

/**
 * The fields of a lead as commands print them. The e-mail comes first, because operators copy the e-mail into other
 * commands.
 */
const emailFirst: readonly LeadField[] = [
  "email",
  ...leadFields.filter((field) => field !== "email"),
];

/**
 * The e-mail is in quotes if a shell needs quotes: operators copy the e-mail into other commands, by hand or by xargs.
 */
export function personCells(lead: Lead): string[] {
  return emailFirst.map((field) => (field === "email" ? shellWord(lead.email) : lead[field]));
}

export const list: Command = {
  usage: "",
  summary: "mostra todos os leads, um por linha",
  details: [
    "Tabulações separam as colunas. Para um arquivo que se abre numa planilha, use export.",
  ],
  async run(context) {
    const io = await context.open();
    await deriveForReading(io);
    const names = emailFirst.map((field) => fieldNames[field]);
    await io.write(tabbedLine([...names, "telefone", "inscrição", "entrega"]));
    for await (const lead of listLeads(io.database)) {
      const cells = [lead.phone ?? "", formatTime(lead.created_at), deliveryOf(lead)];
      await io.write(tabbedLine([...personCells(lead), ...cells]));
    }
    return done;
  },
};

function deliveryOf(lead: ListedLead): string {
  if (lead.state === null) return "";
  const texts: string[] = [deliveryStates[lead.state]];
  if (hadUnsubscribedBefore(lead)) texts.push("já tinha se descadastrado");
  if (lead.wants_next === 1) texts.push("quer saber da próxima aula");
  return texts.join(", ");
}

const maxListed = 20;
/** A name or a phone number may be written in several words without quotes. */
const maxWords = 10;

export const find: Command = {
  usage: "[<e-mail> | <telefone> | <parte do nome>]",
  summary: "mostra uma pessoa: o lead, a entrega e as inscrições",
  details: [
    "Maiúsculas e acentos não fazem diferença; de um telefone bastam os últimos 8 dígitos. Para ver tudo o que está guardado: access.",
    "O comando pergunta o que procurar, ou o lê da entrada padrão (também com -). Também o aceita depois do comando, mas",
    "então ele fica visível na lista de processos e no histórico do terminal.",
  ],
  operands: { min: 0, max: maxWords },
  async run(context, input) {
    const io = await context.open();
    const text = await readPersonOperand(io, input, "E-mail, telefone ou parte do nome: ");
    if (text.includes("@")) return showPerson(io, text);
    const fits = readSearch(text);
    if (typeof fits === "object") return fits;
    await deriveForReading(io);
    const { count, people } = await searchPeople(io.database, fits, maxListed);
    const [only] = people;
    if (only === undefined)
      return failed(
        `Nenhuma pessoa tem "${escapeForTerminal(text)}" no nome ou no telefone. Escreva uma parte menor do nome, ou procure pelo e-mail.`,
      );
    if (count === 1) return showPerson(io, only.email);
    for (const person of people)
      await io.write(tabbedLine([...personCells(person), person.phone ?? ""]));
    const advice =
      count > people.length
        ? `Estas são as primeiras ${formatCount(people.length)}. Escreva mais do nome, ou procure pelo e-mail.`
        : "Para ver uma delas, procure pelo e-mail.";
    await io.write(`Pessoas encontradas: ${formatCount(count)}. ${advice}\n`);
    return done;
  },
};

/**
 * How many last digits are the same in every spelling of a phone number: those after country code, area code and ninth
 * digit.
 */
const lastDigits = 8;
const minLetters = 2;

/** Returns a test for people: they match by a part of the name, or by the phone number. */
function readSearch(text: string): ((person: SearchedPerson) => boolean) | Misused {
  const words = fold(text).split(/\s+/);
  const wanted = phoneEndOf(text);
  const isName = /\p{L}/u.test(text);
  if (isName ? words.join("").length < minLetters : wanted.length < lastDigits)
    return misused(
      `"${escapeForTerminal(text)}" é curto demais. Escreva pelo menos ${minLetters} letras do nome, os últimos ${lastDigits} dígitos do telefone, ou um e-mail.`,
    );
  return isName
    ? ({ name }) => words.every((word) => fold(name).includes(word))
    : ({ phone, whatsapp }) => phoneEndOf(phone ?? whatsapp) === wanted;
}

/**
 * Removes accents and capital letters, and makes apostrophes equal: phones type `D’Ávila`, keyboards type `D'Ávila`.
 */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’‘´`]/g, "'")
    .toLowerCase();
}

function phoneEndOf(text: string): string {
  return text.replace(/\D/g, "").slice(-lastDigits);
}

async function showPerson(io: WithDatabase, email: string): Promise<CommandOutcome> {
  await deriveForReading(io);
  const person = await findPerson(io.database, email);
  if (!person.lead && person.submissions.length === 0) return unknownPerson(email, person);
  const rows = personRows(person, io.clock());
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  for (const [label, value] of rows)
    await io.write(`${label.padEnd(width)}${escapeForTerminal(value)}\n`);
  return done;
}

type Row = [label: string, text: string];

function personRows({ lead, delivery, submissions }: Person, now: number): Row[] {
  const rows = lead === undefined ? [] : leadRows(lead);
  if (delivery === undefined) rows.push(["entrega", "nenhuma"]);
  else rows.push(...deliveryRows(delivery, now));
  const held = submissions.filter(isHeld).length;
  const count = formatCount(submissions.length);
  rows.push(["inscrições", held > 0 ? `${count}, retidas: ${formatCount(held)}` : count]);
  return rows;
}

function leadRows(lead: NonNullable<Person["lead"]>): Row[] {
  const rows: Row[] = emailFirst.map((field) => [fieldNames[field], lead[field]]);
  rows.push(
    ["telefone", lead.phone ?? "não foi reconhecido"],
    ["1ª inscrição", formatTime(lead.created_at)],
    ["última inscrição", formatTime(lead.updated_at)],
  );
  if (lead.consented_at !== null) rows.push(["autorizou em", formatTime(lead.consented_at)]);
  if (lead.wants_next === 1) rows.push(["próxima aula", "quer saber"]);
  return rows;
}

/** The rows about the delivery. A second row says what happens next, if the state alone does not show it. */
function deliveryRows(delivery: NonNullable<Person["delivery"]>, now: number): Row[] {
  const { state, attempts, contact_id, last_outcome, due_at } = delivery;
  const texts = [`${deliveryStates[state]}, tentativas: ${formatCount(attempts)}`];
  if (contact_id !== null) texts.push(`contato ${contact_id}`);
  if (last_outcome !== null) texts.push(`último resultado: ${describeOutcome(last_outcome)}`);
  const rows: Row[] = [["entrega", texts.join(", ")]];
  if (state === "due" && due_at !== null && due_at > now)
    rows.push(["próxima tentativa", formatTime(due_at)]);
  if (state === "importing")
    rows.push(["agora", "o ActiveCampaign vai dizer se a importação chegou"]);
  if (state === "parked") rows.push(["agora", "resolva a causa e rode: npm run leads -- retry -"]);
  return rows;
}
