import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { confirm } from "#server/command-line/asking.ts";
import { type Command, type CommandLineIo, done, failed } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatTime } from "#server/command-line/text.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { findPerson, type Person } from "#server/store/leads/person.ts";
import { isHeld } from "#server/store/submissions/held-submissions.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { fieldNames } from "./find.ts";

/** Stores a person like a visitor's sign-up, so that the lead, its delivery and its erasure work the same way. */
export const add: Command = {
  usage: "[--yes]",
  summary: "inscreve uma pessoa que não consegue se inscrever sozinha",
  details: [
    "Pergunta o nome, o e-mail e o WhatsApp com DDD, ou lê essas três linhas da entrada padrão: assim nenhum dado pessoal",
    "fica no histórico do terminal nem na lista de processos. As regras são as da página. Só inscreva quem pediu: fica",
    "guardado que foi o operador que inscreveu. Se a pessoa já está inscrita, os dados são atualizados, como numa segunda",
    "inscrição.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    yes: { type: "boolean", about: "confirma que a pessoa pediu para ser inscrita, sem perguntar" },
  },
  async run(context, input) {
    const io = await context.open();
    const { database, databaseClock, write } = io;
    const parsed = parseLead(await readFields(io));
    if (parsed.kind === "problems") {
      const problems = parsed.problems.map(
        ({ field, code }) => `${fieldNames[field]}: ${messages.fieldProblems[field][code]}`,
      );
      return failed(...problems, "Nada foi guardado.");
    }
    const { lead } = parsed;
    const person = await findPerson(database, lead.email);
    const agreed = await confirm(io, input, questionAbout(lead, person));
    if (agreed !== "agreed") return agreed;
    const receivedAt = await databaseClock(database);
    await appendSubmissions(database, [{ lead, surface: "operator", receivedAt }]);
    await deriveLeads(database, receivedAt);
    const result = isSignedUp(person) ? "atualizado" : "inscrito";
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

/** The fields are asked for, never taken from arguments, which other users of the machine can see. */
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
  if (isSignedUp(person)) lines.push("Já está inscrita: os dados serão atualizados.");
  else if (person.erasedAt !== undefined)
    lines.push(
      `Foi apagada em ${formatTime(person.erasedAt)}: só inscreva se ela pediu depois disso.`,
    );
  return [...lines, "Esta pessoa pediu para ser inscrita?"].join("\n");
}

/** Whether the person signed up before, also if the server has not derived the lead yet. */
function isSignedUp({ lead, submissions }: Person): boolean {
  return lead !== undefined || submissions.some((one) => !isHeld(one));
}
