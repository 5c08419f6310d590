import { deliveryStates, describeOutcome } from "#phrases/delivery-states.ts";
import {
  askedEmail,
  confirm,
  noEmail,
  readEmail,
  unknownPerson,
  yesOption,
} from "#server/command-line/asking.ts";
import { nothingStops, stopsOf } from "#server/command-line/circuit.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord, tabbedLine } from "#server/command-line/escape.ts";
import { createProgress, formatCount, formatTime } from "#server/command-line/text.ts";
import { closeSpan, readSpan, spanOptions } from "#server/command-line/times.ts";
import { minutesToDeliver } from "#server/delivery/imports.ts";
import { recordAction } from "#server/store/action-log.ts";
import {
  endBackOff,
  pauseDeliveries,
  readCircuit,
  resumeDeliveries,
} from "#server/store/courier/circuit.ts";
import { findUndelivered } from "#server/store/deliveries/progress.ts";
import {
  countRedeliverable,
  findParked,
  leadsOfSpan,
  makeDueAgain,
  retryParked,
  retryPerson,
} from "#server/store/deliveries/retry-deliveries.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { findPerson } from "#server/store/leads/leads.ts";
import type { Database, Flag } from "#server/store/row-types.ts";
import { findHeld, isHeld, releaseHeld } from "#server/store/submissions/held-submissions.ts";
import { personCells } from "./find.ts";

const flagNames: Readonly<Record<Flag, string>> = {
  honeypot: "preencheu o campo invisível (honeypot)",
  flood: "inscrições demais com o mesmo e-mail ou da mesma rede (flood)",
  "too-fast": "enviada rápido demais (too-fast)",
};

export const release: Command = {
  usage: "[- | <e-mail> | --all]",
  summary: "libera inscrições retidas; sem e-mail, lista essas inscrições",
  details: [
    "Uma inscrição suspeita fica retida: preencheu um campo que as pessoas não veem (honeypot), ou veio vezes demais (flood).",
    "Às vezes é uma pessoa: olhe a lista e libere uma por uma, com release -",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: "libera todas as inscrições retidas" } },
  async run(context, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return misused("Escreva um e-mail ou --all, não os dois.");
    const io = await context.open();
    const { database, write } = io;
    if (!all && !isNamed) return listHeld(io);
    const email = all ? undefined : await readEmail(io, input);
    if (email === "") return noEmail;
    const count = await releaseHeld(database, email, io.clock());
    if (count === 0 && email !== undefined)
      return failed(
        `Nenhuma inscrição de ${escapeForTerminal(email)} está retida. Para ver a lista: npm run leads -- release`,
      );
    const at = await io.databaseClock(database);
    if (count > 0) await recordAction(database, { at, action: "release", detail: String(count) });
    await deriveLeads(database, at);
    await write(`Inscrições liberadas: ${formatCount(count)}\n`);
    return done;
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

export const pause: Command = {
  usage: "",
  summary: "pausa as entregas ao ActiveCampaign até você rodar resume",
  details: [
    "Os visitantes continuam a se inscrever, e todo lead é guardado. Um pedido que já começou vai até o fim.",
    "A pausa vale para todos os servidores, e continua depois de um reinício.",
  ],
  operands: { min: 0, max: 0 },
  options: {},
  async run(context) {
    const io = await context.open();
    const now = await io.databaseClock(io.database);
    const { pausedAt } = await readCircuit(io.database);
    await pauseDeliveries(io.database, pausedAt ?? now);
    await recordAction(io.database, { at: now, action: "pause" });
    await io.write(
      "Agora nada é enviado ao ActiveCampaign. Os novos leads ficam guardados até você rodar resume.\n",
    );
    return showDeliveries(io, now);
  },
};

export const resume: Command = {
  usage: "[--now]",
  summary: "acaba com a pausa e volta a enviar na hora",
  details: [
    "Quando o ActiveCampaign falha, o servidor para de enviar e tenta de novo sozinho, pelo menos uma vez por minuto. Depois",
    "que você resolve a causa, este comando tenta na hora. Se o ActiveCampaign pediu para esperar, a espera continua, a não ser",
    "com --now.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    now: { type: "boolean", about: "também acaba com uma espera que o ActiveCampaign pediu" },
  },
  async run(context, { switches }) {
    const io = await context.open();
    const now = await io.databaseClock(io.database);
    await resumeDeliveries(io.database, now);
    if (switches.has("now")) await endBackOff(io.database);
    await recordAction(io.database, { at: now, action: "resume" });
    await io.write("As entregas não estão em pausa.\n");
    return showDeliveries(io, now);
  },
};

/** Prints what stops the deliveries at present, and how many leads wait. */
async function showDeliveries(io: WithDatabase, now: number): Promise<CommandOutcome> {
  const { database, config, write } = io;
  const stops = stopsOf(await readCircuit(database), now);
  if (stops.length === 0) await write(`${nothingStops}\n`);
  for (const { text, todo } of stops) await write(`${text} ${todo}\n`);
  const { count } = await findUndelivered(database);
  await write(`Leads na fila: ${formatCount(count)}\n`);
  if (config.activeCampaign === undefined)
    await write(
      "O ActiveCampaign não está configurado. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env e reinicie o servidor.\n",
    );
  return done;
}

/**
 * Makes deliveries due again, so that a server sends these people anew. The command itself sends nothing, and derives
 * no leads: on a launch night there may be many new sign-ups, and the server already derives leads from them.
 */
export const retry: Command = {
  usage: "[- | <e-mail> | --all | --since <quando> [--to <quando>] [--all]] [--yes]",
  summary:
    "envia de novo uma pessoa, os recusados ou um período; sozinho, lista os leads recusados",
  details: [
    "O servidor não tenta de novo um lead que o ActiveCampaign recusou: você decide. Sem mais nada, a lista diz por quê.",
    "uma só pessoa, também se já foi entregue (é uma atualização): retry -",
    "os recusados: retry --all",
    `quem se inscreveu num período: retry --since "11/11/2026 20:00" --to "11/11/2026 21:30"`,
    "  Depois de um engano, como o número errado da lista: corrija antes o .env e reinicie o servidor.",
    "Quem se descadastrou não volta à lista. Quem foi apagado ou tem a inscrição retida não é enviado.",
    ...askedEmail,
  ],
  operands: { min: 0, max: 1 },
  options: {
    all: {
      type: "boolean",
      about: "os leads recusados: todos, ou com --since os desse período também",
    },
    ...spanOptions,
    ...yesOption,
  },
  async run(context, input) {
    const { operands, switches, values } = input;
    const way = ["since", "to", "all"].find((option) => switches.has(option) || values.has(option));
    const isNamed = operands.length > 0;
    if (isNamed && way !== undefined) return misused(`Escreva um e-mail ou --${way}, não os dois.`);
    const io = await context.open();
    if (isNamed) return retryOne(io, input);
    switch (way) {
      case "since":
      case "to":
        return retrySpan(io, input);
      case "all": {
        const at = await io.databaseClock(io.database);
        const count = await retryParked(io.database, at);
        await recordRetry(io.database, { at, count });
        await io.write(`Leads na fila para enviar de novo: ${formatCount(count)}\n`);
        return done;
      }
      default:
        return listParked(io);
    }
  },
};

async function recordRetry(
  database: Database,
  { at, count }: { at: number; count: number },
): Promise<void> {
  if (count > 0) await recordAction(database, { at, action: "resent", detail: String(count) });
}

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
  const now = await io.databaseClock(database);
  const shown = escapeForTerminal(email);
  if (await retryPerson(database, email, now)) {
    await recordRetry(database, { at: now, count: 1 });
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

async function retrySpan(io: WithDatabase, input: CommandInput): Promise<CommandOutcome> {
  const { database, write } = io;
  const given = readSpan(input, io.clock());
  if (given.kind === "misused") return given;
  const { since, to } = given;
  if (since === undefined)
    return misused(`Falta --since. Por exemplo: npm run leads -- retry --since "11/11/2026 20:00"`);
  const span = closeSpan(given);
  const end = to === undefined ? "agora" : formatTime(to);
  await write(`Pessoas inscritas de ${formatTime(since)} até ${end}:\n`);
  const found = await countRedeliverable(database, span);
  for (const [label, people] of [
    ["para enviar de novo", found.again],
    ["já na fila (vão de qualquer modo)", found.due],
    ["recusadas", found.parked],
  ] as const)
    await write(`  ${label.padEnd(34)}${formatCount(people).padStart(9)}\n`);
  const parked = input.switches.has("all");
  if (found.parked > 0 && !parked)
    await write("Quem foi recusado fica como está. Para incluir essas pessoas: --all\n");
  const count = found.again + (parked ? found.parked : 0);
  if (count === 0) {
    await write("Não há ninguém para enviar de novo neste período.\n");
    return done;
  }
  await write(describeSending(io, { count, individually: found.individually }));
  const stops = stopsOf(await readCircuit(database), await io.databaseClock(database));
  for (const { text, todo } of stops) await write(`${text} ${todo}\n`);
  const answer = await confirm(io, input, `Enviar de novo (pessoas: ${formatCount(count)})?`);
  if (answer !== "agreed") return answer;
  const progress = createProgress(io, "Pessoas na fila");
  const now = await io.databaseClock(database);
  let queued = 0;
  for await (const leadIds of leadsOfSpan(database, span)) {
    queued += await makeDueAgain(database, leadIds, { now, parked });
    progress(queued);
  }
  await recordRetry(database, { at: now, count: queued });
  await write(`Pessoas na fila para enviar de novo: ${formatCount(queued)}.\n`);
  await write("Para acompanhar: npm run leads -- stats\n");
  return done;
}

/** Says where the people will be sent, and how long this takes. */
function describeSending(
  { config: { activeCampaign } }: WithDatabase,
  { count, individually }: { count: number; individually: number },
): string {
  if (activeCampaign === undefined)
    return "O ActiveCampaign não está configurado. As pessoas ficam na fila até que ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN estejam no .env do servidor.\n";
  const { list, tags, nextTags } = activeCampaign;
  const importable = count - individually;
  const minutes = minutesToDeliver({ importable, individually }, { list, tags });
  const listed = list === undefined ? "nenhuma lista" : `a lista ${list}`;
  const named = (names: readonly string[]) => names.map(escapeForTerminal).join(", ");
  const tagged = tags.length === 0 ? "sem tags" : `com as tags ${named(tags)}`;
  return (
    `Elas vão para ${listed} e ${tagged}, como diz o .env agora. Para quem quer saber da próxima aula, as tags são: ${named(nextTags) || "nenhuma"}. O servidor usa o .env de quando foi iniciado: se você mudou algo, reinicie o servidor antes.\n` +
    `As entregas levam pelo menos ${formatCount(minutes)} min, no ritmo que o ActiveCampaign permite. Até lá, o alarme entrega-atrasada pode aparecer.\n`
  );
}
