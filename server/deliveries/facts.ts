import { commandLine } from "#phrases/command-line.ts";
import { describeReason } from "#phrases/delivery-states.ts";
import { formatCount, formatTime } from "#server/command-line/text.ts";
import {
  type Asked,
  dueByEvening,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";
import { newestOf } from "#server/store/action-log.ts";
import { isCourierAtWork, readCircuit } from "#server/store/courier/circuit.ts";
import {
  alarmAfterMs,
  countParked,
  countPeople,
  findUndelivered,
  waitedMs,
} from "#server/store/deliveries/progress.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";

const { call } = commandLine;

export const deliveries: Subject = {
  title: "Entrega ao ActiveCampaign",
  async facts(look) {
    const [sending, queue] = await sendingAndQueue(look);
    return [...sending, queue, await refused(look), await held(look)];
  },
  asked: async (asked) => [await atWork(asked), await sums(asked)],
};

const outage = "activecampaign-nao-aceita";
const late = "entrega-atrasada";

/** Leads that are late since ActiveCampaign is back still belong to its outage. */
async function sendingAndQueue(look: Look): Promise<[Fact[], Fact]> {
  const { database, now, config, lasting } = look;
  const { pausedAt, tripped, backOffUntil } = await readCircuit(database);
  const { count, oldestAt } = await findUndelivered(database);
  const isConfigured = config.activeCampaign !== undefined;
  const waitMs = waitedMs(oldestAt, now);
  const isLate = isConfigured && waitMs > alarmAfterMs;
  const isOut = tripped !== undefined || (lasting.has(outage) && isLate);
  const sending: Fact[] = [];
  if (!isConfigured && !isOut) sending.push(notConfigured);
  if (pausedAt !== undefined)
    sending.push(
      notice("Envio", `Em pausa desde ${formatTime(pausedAt)}.`, `Para continuar: ${call} resume`),
    );
  if (backOffUntil > now)
    sending.push(
      notice(
        "Envio",
        `O ActiveCampaign pediu para esperar até ${formatTime(backOffUntil)}. Depois as entregas continuam sozinhas.`,
        `Para não esperar: ${call} resume --now`,
      ),
    );
  if (tripped !== undefined)
    sending.push(
      trouble(
        "ActiveCampaign",
        `Não aceita leads desde ${formatTime(tripped.since)} (${describeReason(tripped.reason)}). Todos estão guardados aqui, e o servidor tenta de novo sozinho: a próxima vez, em ${formatTime(tripped.probeAt)}.`,
        `Para achar a causa: ${call} doctor; quando estiver resolvida: ${call} resume`,
        { alarm: outage, canWait: true },
      ),
    );
  else if (isOut)
    sending.push(
      trouble("ActiveCampaign", "Aceita leads de novo, e ainda há leads atrasados.", waitForQueue, {
        alarm: outage,
        canWait: true,
      }),
    );
  else if (isConfigured)
    sending.push(fine("ActiveCampaign", "Nada impede as entregas.", { alarm: outage }));
  return [sending, queue({ count, waitMs, isLate: isLate && (!isOut || lasting.has(late)) })];
}

const notConfigured: Fact = {
  ...dueByEvening(
    "Envio",
    "O ActiveCampaign não está configurado: os leads ficam guardados aqui e não são enviados.",
    "Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env e reinicie o servidor. Ele envia também os leads já guardados.",
  ),
  // Without an account its outage is over.
  alarm: outage,
};

const waitForQueue = `Veja se a fila diminui: ${call} stats. Se não diminui, ${call} doctor diz a causa.`;

function queue({
  count,
  waitMs,
  isLate,
}: {
  count: number;
  waitMs: number;
  isLate: boolean;
}): Fact {
  const name = "Na fila";
  if (count === 0) return fine(name, "Nenhum lead.", { alarm: late });
  const minutes = formatCount(Math.floor(waitMs / 60_000));
  const value = `${formatCount(count)}; o mais antigo espera há ${minutes} min.`;
  return isLate
    ? trouble(name, `${value} Nenhum se perdeu: todos estão guardados aqui.`, waitForQueue, {
        alarm: late,
        canWait: true,
      })
    : fine(name, value, { alarm: late });
}

/** The operator may leave those as they are that were refused before. */
async function refused({ database }: Look): Promise<Fact> {
  const [name, alarm] = ["Leads recusados", "lead-recusado"] as const;
  const count = await countParked(database);
  if (count === 0) return fine(name, "Nenhum.", { alarm });
  const value = formatCount(count);
  const todo = `Podem ficar para amanhã. Para ver quais são: ${call} retry`;
  const after = (await newestOf(database, "refused left"))?.at;
  const isNew = (await countParked(database, after)) > 0;
  return isNew
    ? trouble(name, `${value}. O ActiveCampaign só os recebe se você pedir.`, todo, {
        alarm,
        canWait: true,
      })
    : fine(name, `${value}, deixados assim.`, { alarm });
}

async function held({ database }: Look): Promise<Fact> {
  const name = "Inscrições retidas";
  const count = await countHeld(database);
  if (count === 0) return fine(name, "0");
  const value = `${formatCount(count)}, que podem ser de um robô.`;
  return notice(name, value, `Para ver quais são: ${call} release`, { canWait: true });
}

async function atWork({ database }: Asked): Promise<Fact> {
  return (await isCourierAtWork(database))
    ? fine("Servidor", "Um servidor está no ar e pode enviar leads ao ActiveCampaign.")
    : notice(
        "Servidor",
        "Nenhum servidor com as configurações do ActiveCampaign está usando este banco de dados.",
        "Inicie o servidor, ou reinicie-o, se você mudou o .env: npm start; com systemd: black-ahsd-restart.",
      );
}

/** Whether each stored person is held, new, delivered, on the way or refused. */
async function sums({ database }: Asked): Promise<Fact> {
  const { stored, held, underived, withDelivery, delivered, waiting, parked } =
    await countPeople(database);
  const known = held + underived + withDelivery;
  const followed = delivered + waiting + parked;
  if (stored === known && withDelivery === followed)
    return fine("Pessoas", `Guardadas: ${formatCount(stored)}. As contas fecham.`);
  return trouble(
    "Pessoas",
    `As contas não fecham: pessoas guardadas, ${formatCount(stored)}, e retidas, novas ou com entrega, ${formatCount(known)}; com entrega, ${formatCount(withDelivery)}, e entregues, na fila ou recusadas, ${formatCount(followed)}.`,
    "Algo mudou o banco por fora do servidor: veja docs/operacao/copias.md, em Voltar a uma cópia.",
  );
}
