import { email as emailPhrases } from "#phrases/command-line.ts";
import { confirm, noEmail, readEmail, yesOption } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatCount } from "#server/command-line/text.ts";
import { erasePerson, rewriteStore } from "#server/store/erasure/erasure.ts";
import { findPerson } from "#server/store/leads/person.ts";

export const erase: Command = {
  usage: "[<e-mail>] [--yes]",
  summary: "apaga uma pessoa daqui e põe na fila a remoção no ActiveCampaign",
  details: [
    "Apaga o lead, a entrega e todas as inscrições. Fica só um código calculado a partir do e-mail (hash com chave), com a",
    "hora, para que uma cópia restaurada não traga a pessoa de volta. Se ela se inscrever de novo, a nova inscrição fica.",
    "",
    "As cópias de segurança mais antigas ainda têm a pessoa: veja docs/operacao/copias.md.",
    ...emailPhrases.details,
  ],
  operands: { min: 0, max: 1 },
  options: yesOption,
  async run(context, input) {
    const io = await context.open();
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    if (!email.includes("@")) return misused(emailPhrases.notOne(escapeForTerminal(email)));
    return confirmAndErase(io, input, email);
  },
};

async function confirmAndErase(
  io: WithDatabase,
  input: CommandInput,
  email: string,
): Promise<CommandOutcome> {
  const { lead, submissions } = await findPerson(io.database, email);
  const found = `leads: ${lead ? "1" : "0"}, inscrições: ${formatCount(submissions.length)}`;
  const question = `Apagar ${escapeForTerminal(email)} para sempre (${found})?`;
  const agreed = await confirm(io, input, question);
  return agreed === "agreed" ? eraseNow(io, email) : agreed;
}

async function eraseNow(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, config, write } = io;
  const { leads, submissions } = await erasePerson(database, email, await databaseClock(database));
  const person = escapeForTerminal(email);
  await write(
    leads + submissions === 0
      ? `Nenhuma pessoa tem o e-mail ${person}. Confira a grafia.\n`
      : `${person} foi apagado daqui. Leads: ${formatCount(leads)}, inscrições: ${formatCount(submissions)}.\n`,
  );
  const wait = config.activeCampaign
    ? ""
    : " Ela espera, e guarda o e-mail, até o ActiveCampaign ser configurado.";
  await write(`A remoção no ActiveCampaign está na fila.${wait}\n`);
  // `erase` rewrites the store as its last step: if the rewriting fails, the person is already erased, and the next
  // `erase` rewrites the store again.
  await rewriteStore(database, config.store.kind);
  return done;
}
