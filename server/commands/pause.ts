import {
  type Command,
  type CommandOutcome,
  done,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { formatCount } from "#server/command-line/text.ts";
import { describeCircuit } from "#server/figures/show-stats.ts";
import {
  endBackOff,
  pauseDeliveries,
  readCircuit,
  resumeDeliveries,
} from "#server/store/courier/circuit.ts";
import { findUndelivered } from "#server/store/deliveries/progress.ts";

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
    const { database, databaseClock, write } = io;
    const now = await databaseClock(database);
    const { pausedAt } = await readCircuit(database);
    await pauseDeliveries(database, pausedAt ?? now);
    await write(
      "Agora nada é enviado ao ActiveCampaign. Os novos leads ficam guardados até você rodar resume.\n",
    );
    return printDeliveries(io, now);
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
    const { database, databaseClock, write } = io;
    const now = await databaseClock(database);
    await resumeDeliveries(database, now);
    if (switches.has("now")) await endBackOff(database);
    await write("As entregas não estão em pausa.\n");
    return printDeliveries(io, now);
  },
};

/** Prints what stops the deliveries at present, and how many leads wait. */
async function printDeliveries(io: WithDatabase, now: number): Promise<CommandOutcome> {
  const { database, config, write } = io;
  for (const line of describeCircuit(await readCircuit(database), now)) await write(`${line}\n`);
  const { count } = await findUndelivered(database);
  await write(`Leads na fila: ${formatCount(count)}\n`);
  if (config.activeCampaign === undefined)
    await write(
      "O ActiveCampaign não está configurado. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env e reinicie o servidor.\n",
    );
  return done;
}
