import { deliveryStates, describeOutcome, flagNames } from "#phrases/delivery-states.ts";
import { askedEmail, noEmail, readEmail, unknownPerson } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord, tabbedLine } from "#server/command-line/escape.ts";
import { formatCount, formatTime } from "#server/format.ts";
import { recordAction } from "#server/store/action-log.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { findPerson } from "#server/store/leads.ts";
import { findParked, retryPerson } from "#server/store/operator-deliveries.ts";
import { findHeld, isHeld, releaseHeld } from "#server/store/submissions.ts";
import { personCells } from "./find.ts";

export const release: Command = {
  usage: "[- | <e-mail>]",
  summary: "lista as inscrições retidas, ou libera as de uma pessoa",
  details: [
    "Uma inscrição suspeita fica retida: preencheu um campo que as pessoas não veem (honeypot), ou veio vezes demais (flood).",
    "Às vezes é uma pessoa: olhe a lista e libere uma por uma, com release -. Todas as de uma marca: release flood",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  async run(context, input) {
    const io = await context.open();
    return input.operands.length === 0 ? listHeld(io) : releaseOne(io, input);
  },
};

async function listHeld({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const held = await findHeld(database);
  if (held.length === 0) await write("Nenhuma inscrição está retida.\n");
  for (const { received_at, flag, ...lead } of held) {
    const mark = flag === null ? "" : flagNames[flag];
    await write(tabbedLine([...personCells(lead), formatTime(received_at), mark]));
  }
  return done;
}

async function releaseOne(io: WithDatabase, input: CommandInput): Promise<CommandOutcome> {
  const { database, write } = io;
  const email = await readEmail(io, input);
  if (email === "") return noEmail;
  const now = io.clock();
  const count = await releaseHeld(database, { email }, now);
  if (count === 0)
    return failed(
      `Nenhuma inscrição de ${escapeForTerminal(email)} está retida. Para ver a lista: npm run leads -- release`,
    );
  await recordAction(database, { at: now, action: "release", detail: formatCount(count) });
  await deriveLeads(database, now);
  await write(`Inscrições liberadas: ${formatCount(count)}\n`);
  return done;
}

/**
 * Makes a delivery due again, so that a server sends this person anew. The command itself sends nothing, and derives no
 * leads: on a launch night there may be many new sign-ups, and the server already derives leads from them.
 */
export const retry: Command = {
  usage: "[- | <e-mail>]",
  summary: "lista os leads recusados, ou envia de novo uma pessoa",
  details: [
    "O servidor não tenta de novo um lead que o ActiveCampaign recusou: você decide. A lista diz por quê.",
    "Uma pessoa, também se já foi entregue (é uma atualização): retry -. Todos os recusados: retry all. Um período: retry since 20:00",
    "Quem se descadastrou não volta à lista. Quem foi apagado ou tem a inscrição retida não é enviado.",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  async run(context, input) {
    const io = await context.open();
    return input.operands.length === 0 ? listParked(io) : retryOne(io, input);
  },
};

async function listParked({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const parked = await findParked(database);
  if (parked.length === 0) await write("Nenhum lead está recusado.\n");
  for (const { email, name, attempts, last_outcome } of parked) {
    const outcome = last_outcome === null ? "" : describeOutcome(last_outcome);
    const tries = `tentativas: ${formatCount(attempts)}`;
    await write(tabbedLine([shellWord(email), name, tries, outcome]));
  }
  return done;
}

async function retryOne(io: WithDatabase, input: CommandInput): Promise<CommandOutcome> {
  const { database, write } = io;
  const email = await readEmail(io, input);
  if (email === "") return noEmail;
  const now = io.clock();
  const shown = escapeForTerminal(email);
  if (await retryPerson(database, email, now)) {
    await recordAction(database, { at: now, action: "retry" });
    await write(`${shown} será enviado de novo ao ActiveCampaign.\n`);
    return done;
  }
  const person = await findPerson(database, email);
  const { delivery, submissions } = person;
  const isUnderived = submissions.some((one) => one.derived_at === null && !isHeld(one));
  if (delivery || isUnderived) {
    const place = delivery ? deliveryStates[delivery.state] : "inscrição nova, ainda sem lead";
    await write(`${shown} já está a caminho do ActiveCampaign: ${place}.\n`);
    return done;
  }
  return submissions.some(isHeld)
    ? failed(`A inscrição de ${shown} está retida. Para liberá-la: npm run leads -- release -`)
    : unknownPerson(email, person);
}
