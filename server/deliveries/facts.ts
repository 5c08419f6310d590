import { minuteMs } from "#event/time-zone.ts";
import { describeOutcome, describeReason, flagNames } from "#phrases/delivery-states.ts";
import { answer } from "#server/actions/action.ts";
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
import { formatCount, formatTime } from "#server/format.ts";
import { newestOf } from "#server/store/action-log.ts";
import { readCourierState } from "#server/store/courier.ts";
import { isLeaseHeld } from "#server/store/lease.ts";
import {
  countParked,
  countParkedByOutcome,
  countPeople,
  findUndelivered,
} from "#server/store/operator-deliveries.ts";
import type { Database } from "#server/store/schema.ts";
import { countHeld } from "#server/store/submissions.ts";
import {
  deliveryActions,
  leaveRefused,
  pause,
  releaseActions,
  resume,
  retryAll,
  tryNow,
} from "./actions.ts";

export const deliveries: Subject = {
  title: "Entrega ao ActiveCampaign",
  async facts(look) {
    const [sending, queue] = await sendingAndQueue(look);
    return [...sending, queue, ...(await refused(look)), ...(await held(look))];
  },
  actions: deliveryActions,
  asked: async (asked) => [await atWork(asked), await sums(asked)],
};

const notAccepting = "activecampaign-nao-aceita";
const late = "entrega-atrasada";

/** If a lead waits for longer than this, the fact becomes trouble. */
const maxWaitMs = 5 * minuteMs;

/** After an outage of ActiveCampaign, the alarm of the outage lasts until no lead is late any more. */
async function sendingAndQueue(look: Look): Promise<[Fact[], Fact]> {
  const { database, now, config, lasting } = look;
  const { pausedAt, failing, restUntil } = await readCourierState(database);
  const { count, oldestAt } = await findUndelivered(database);
  const isConfigured = config.activeCampaign !== undefined;
  const waitMs = Math.max(now - (oldestAt ?? now), 0);
  const isLate = isConfigured && waitMs > maxWaitMs;
  const isFailing = failing !== undefined || (lasting.has(notAccepting) && isLate);
  const sending: Fact[] = [];
  if (!isConfigured && !isFailing) sending.push(notConfigured);
  if (pausedAt !== undefined)
    sending.push(
      notice("Envio", `Em pausa desde ${formatTime(pausedAt)}.`, "Os leads ficam guardados aqui.", {
        answers: [answer(resume)],
      }),
    );
  if (failing === undefined && restUntil > now)
    sending.push(
      notice(
        "Envio",
        `O ActiveCampaign pediu para esperar até ${formatTime(restUntil)}. Depois as entregas continuam sozinhas.`,
        "Os leads ficam guardados aqui.",
        { answers: [answer(tryNow)] },
      ),
    );
  if (failing !== undefined)
    sending.push(
      trouble(
        "ActiveCampaign",
        `Não aceita leads desde ${formatTime(failing.since)} (${describeReason(failing.reason)}). Todos estão guardados aqui, e o servidor tenta de novo sozinho: a próxima vez, em ${formatTime(Math.max(restUntil, failing.since))}.`,
        "Quando a causa estiver resolvida, não precisa esperar.",
        { alarm: notAccepting, answers: [answer(tryNow)], ...untilSolved },
      ),
    );
  else if (isFailing)
    sending.push(
      trouble("ActiveCampaign", "Aceita leads de novo, e ainda há leads atrasados.", waitForQueue, {
        alarm: notAccepting,
        ...untilSolved,
      }),
    );
  else if (isConfigured)
    sending.push(
      sending.length > 0
        ? fine("ActiveCampaign", "Não se sabe de nenhuma falha.", { alarm: notAccepting })
        : fine("ActiveCampaign", "Nada impede as entregas.", {
            alarm: notAccepting,
            answers: [answer(pause)],
          }),
    );
  return [sending, queue(count, waitMs, isLate && (!isFailing || lasting.has(late)))];
}

const notConfigured: Fact = {
  ...dueByEvening(
    "Envio",
    "O ActiveCampaign não está configurado: os leads ficam guardados aqui e não são enviados.",
    "Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env e reinicie o servidor. Ele envia também os leads já guardados.",
  ),
  // If the account's settings are removed, the alarm of its outage ends.
  alarm: notAccepting,
};

const untilSolved = { canWait: true, onServer: "doctor" } as const;
const waitForQueue = "Veja se a fila diminui. Se não diminui, há uma causa a achar.";

function queue(count: number, waitMs: number, isLate: boolean): Fact {
  const name = "Na fila";
  if (count === 0) return fine(name, "Nenhum lead.", { alarm: late });
  const minutes = formatCount(Math.floor(waitMs / minuteMs));
  const value = `${formatCount(count)}; o mais antigo espera há ${minutes} min.`;
  return isLate
    ? trouble(name, `${value} Nenhum se perdeu: todos estão guardados aqui.`, waitForQueue, {
        alarm: late,
        ...untilSolved,
      })
    : fine(name, value, { alarm: late });
}

/**
 * How many leads were refused, and how many for each reason. The operator may have left earlier refused leads as they
 * are: then only later ones are trouble.
 */
async function refused({ database }: Look): Promise<Fact[]> {
  const [name, alarm] = ["Leads recusados", "lead-recusado"] as const;
  const count = await countParked(database);
  if (count === 0) return [fine(name, "Nenhum.", { alarm })];
  const value = formatCount(count);
  const more = { alarm, canWait: true, onServer: "retry" } as const;
  const after = (await newestOf(database, leaveRefused.words))?.at;
  const isNew = (await countParked(database, after)) > 0;
  const all = isNew
    ? trouble(
        name,
        `${value}. O ActiveCampaign só os recebe se você pedir.`,
        "Podem ficar para amanhã.",
        { ...more, answers: [answer(retryAll), answer(leaveRefused)] },
      )
    : fine(name, `${value}, deixados assim.`, { ...more, answers: [answer(retryAll)] });
  return [all, ...(await refusedByReason(database))];
}

async function refusedByReason(database: Database): Promise<Fact[]> {
  const counts = new Map<string, number>();
  for (const { outcome, count } of await countParkedByOutcome(database)) {
    const reason = describeOutcome(outcome);
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return [...counts].map(([reason, count]) =>
    fine("Motivo", `${reason}: ${formatCount(count)}.`, {
      answers: [answer(retryAll, { reason })],
    }),
  );
}

async function held({ database }: Look): Promise<Fact[]> {
  const name = "Inscrições retidas";
  const counts = await countHeld(database);
  if (counts.length === 0) return [fine(name, "Nenhuma.")];
  return counts.map(({ flag, count }) =>
    notice(
      name,
      `${formatCount(count)}: ${flagNames[flag]}.`,
      "Podem ser de um robô, ou de pessoas: olhe a lista no servidor.",
      { canWait: true, onServer: "release", answers: [answer(releaseActions[flag])] },
    ),
  );
}

async function atWork({ database }: Asked): Promise<Fact> {
  return (await isLeaseHeld(database, "courier"))
    ? fine("Servidor", "Um servidor está no ar e pode enviar leads ao ActiveCampaign.")
    : notice(
        "Servidor",
        "Nenhum servidor com as configurações do ActiveCampaign está usando este banco de dados.",
        "Inicie o servidor, ou reinicie-o, se você mudou o .env: npm start; com systemd: black-ahsd-restart.",
      );
}

/** Checks whether each stored person is counted exactly once: held, new, delivered, on the way or refused. */
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
