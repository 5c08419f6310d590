import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { isAfter, phaseAt } from "#event/phase.ts";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import {
  askedEmail,
  confirm,
  noEmail,
  readEmail,
  unknownPerson,
  yesOption,
} from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandLineIo,
  done,
  failed,
  misused,
} from "#server/command-line/command.ts";
import { escapeForTerminal, escapeJson } from "#server/command-line/escape.ts";
import { readEvent } from "#server/event/choices.ts";
import { formatCount, formatTime, isoTime } from "#server/format.ts";
import { recordAction } from "#server/store/action-log.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { erasePerson, rewriteStore } from "#server/store/erasure.ts";
import { findPerson, type Person } from "#server/store/leads.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { fieldNames } from "./find.ts";

/** Stores a person like a visitor's sign-up, so that the lead, its delivery and its erasure work the same way. */
export const add: Command = {
  usage: "[--yes]",
  summary: "inscreve uma pessoa que não consegue se inscrever sozinha",
  details: [
    "Pergunta o nome, o e-mail e o WhatsApp com DDD, ou lê essas três linhas da entrada padrão. As regras são as da página.",
    "Só inscreva quem pediu: fica guardado que foi o operador que inscreveu. Quem já está inscrito é atualizado.",
    "Depois da aula, a pessoa fica inscrita para saber da próxima, como pela página.",
  ],
  options: {
    yes: { type: "boolean", about: "confirma que a pessoa pediu para ser inscrita, sem perguntar" },
  },
  async run(context, input) {
    const io = await context.open();
    const { database, write } = io;
    const parsed = parseLead(await readFields(io));
    if (parsed.kind === "problems") {
      const problems = parsed.problems.map(
        ({ field, code }) => `${fieldNames[field]}: ${messages.fieldProblems[field][code]}`,
      );
      return failed(...problems, "Nada foi guardado.");
    }
    const { lead } = parsed;
    const now = io.clock();
    await deriveLeads(database, now);
    const person = await findPerson(database, lead.email);
    const { override } = await readEvent(database);
    const isForNext = isAfter(phaseAt(launch.event, now, override));
    if (isKnownSo(person, lead, isForNext)) {
      await write(
        `${escapeForTerminal(lead.email)} já está inscrito com estes dados. Nada mudou.\n`,
      );
      return done;
    }
    const agreed = await confirm(io, input, questionAbout(lead, person));
    if (agreed !== "agreed") return agreed;
    const receivedAt = io.clock();
    const surface = isForNext ? "operator-next" : "operator";
    await appendSubmissions(database, [{ lead, surface, receivedAt }]);
    await recordAction(database, { at: receivedAt, action: "add" });
    await deriveLeads(database, receivedAt);
    const result = person.lead === undefined ? "inscrito" : "atualizado";
    await write(
      `${escapeForTerminal(lead.email)} foi ${result} e será enviado ao ActiveCampaign como os outros leads.\n`,
    );
    if (readWhatsapp(lead.whatsapp) === undefined)
      await write(
        "O telefone não foi reconhecido: fica guardado como foi escrito, mas não será enviado ao ActiveCampaign.\n",
      );
    return done;
  },
};

/** Asks for the fields of a person. Arguments are not used, because other users of the machine can see arguments. */
async function readFields({ prompt, readLines }: CommandLineIo): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const field of leadFields) {
    const answer = await prompt(`${fieldNames[field]}: `);
    if (answer === undefined) {
      const lines = await readLines(leadFields.length);
      return Object.fromEntries(leadFields.map((piped, index) => [piped, lines[index] ?? ""]));
    }
    fields[field] = answer;
  }
  return fields;
}

function questionAbout(lead: Lead, person: Person): string {
  const lines = [leadFields.map((field) => escapeForTerminal(lead[field])).join(", ")];
  if (person.lead !== undefined) lines.push("Já está inscrita: os dados serão atualizados.");
  else if (person.erasedAt !== undefined)
    lines.push(
      `Foi apagada em ${formatTime(person.erasedAt)}: só inscreva se ela pediu depois disso.`,
    );
  return [...lines, "Esta pessoa pediu para ser inscrita?"].join("\n");
}

/** Whether the stored lead already has these values, so that a new sign-up of the person would change nothing. */
function isKnownSo({ lead: known }: Person, lead: Lead, isForNext: boolean): boolean {
  const isSame = leadFields.every((field) => known?.[field] === lead[field]);
  return isSame && known?.wants_next === Number(isForNext);
}

export const access: Command = {
  usage: "[<e-mail>]",
  summary: "mostra tudo o que está guardado sobre uma pessoa, em JSON",
  details: [
    "Use quando uma pessoa perguntar o que guardamos sobre ela. Cada inscrição traz a frase exata que foi mostrada ou aceita.",
    "Para gravar num arquivo: npm run -s leads -- access > pessoa.json",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  async run(context, input) {
    const io = await context.open();
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    const person = await findPerson(io.database, email);
    if (!person.lead && person.submissions.length === 0 && person.erasedAt === undefined)
      return unknownPerson(email, person);
    const { lead, delivery, importedWith, places, entry, submissions, erasedAt, removal } = person;
    const everything = {
      email,
      asOf: isoTime(io.clock()),
      lead,
      activeCampaign: delivery && { ...delivery, import: importedWith },
      groupPlaces: places,
      classEntry: entry,
      signUps: submissions.map((submission) => ({
        ...submission,
        source: submission.source === null ? null : JSON.parse(submission.source),
        sentence: sentenceOf(submission),
      })),
      erasure: erasedAt === undefined ? undefined : { erased_at: erasedAt },
      removalAtActiveCampaign: removal,
    };
    await io.write(`${escapeJson(everything, readableTime)}\n`);
    return done;
  },
};

/**
 * Columns whose name ends in `_at` hold milliseconds since 1970, which people cannot read: such a time is printed as
 * text.
 */
function readableTime(column: string, value: unknown): unknown {
  return column.endsWith("_at") && typeof value === "number" ? isoTime(value) : value;
}

function sentenceOf({ surface, wording }: Person["submissions"][number]): string | null {
  if (surface === "operator" || surface === "operator-next")
    return "Nenhuma frase foi mostrada: o operador incluiu a pessoa e confirmou que ela pediu para ser inscrita.";
  const texts: Record<string, string> = messages.wordings.texts;
  return wording === null ? null : (texts[wording] ?? null);
}

export const erase: Command = {
  usage: "[<e-mail>] [--yes]",
  summary: "apaga uma pessoa daqui e põe na fila a remoção no ActiveCampaign",
  details: [
    "Apaga o lead, a entrega, a entrada na aula e todas as inscrições; o lugar num grupo fica, sem dizer de quem é. Fica só",
    "um código calculado a partir do e-mail, para que uma cópia restaurada não traga a pessoa de volta.",
    "As cópias de segurança mais antigas ainda têm a pessoa: veja docs/operacao/copias.md.",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  options: yesOption,
  async run(context, input) {
    const io = await context.open();
    const { database, config, write } = io;
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    const shown = escapeForTerminal(email);
    if (!email.includes("@")) return misused(`"${shown}" não é um e-mail.`);
    const found = await findPerson(database, email);
    const counts = `leads: ${found.lead ? "1" : "0"}, inscrições: ${formatCount(found.submissions.length)}`;
    const agreed = await confirm(io, input, `Apagar ${shown} para sempre (${counts})?`);
    if (agreed !== "agreed") return agreed;
    const now = io.clock();
    const { leads, submissions } = await erasePerson(database, email, now);
    // The log of actions says that a person was erased, but never who.
    await recordAction(database, { at: now, action: "erase" });
    await write(
      leads + submissions === 0
        ? `Nenhuma pessoa tem o e-mail ${shown}. Confira a grafia.\n`
        : `${shown} foi apagado daqui. Leads: ${formatCount(leads)}, inscrições: ${formatCount(submissions)}.\n`,
    );
    const wait = config.activeCampaign
      ? ""
      : " Ela espera, e guarda o e-mail, até o ActiveCampaign ser configurado.";
    await write(`A remoção no ActiveCampaign está na fila.${wait}\n`);
    // Rewriting the store is the last step: if it fails, the person is already erased, and the next `erase`
    // rewrites the store.
    await rewriteStore(database, config.store.kind);
    return done;
  },
};
