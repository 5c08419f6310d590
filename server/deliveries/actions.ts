import { describeOutcome, flagNames } from "#phrases/delivery-states.ts";
import { type Action, action, field, optionalField, refused } from "#server/actions/action.ts";
import { readSpan, timeForms } from "#server/command-line/times.ts";
import { formatCount, formatMoment } from "#server/format.ts";
import {
  endRest,
  pauseDeliveries,
  readCourierState,
  resumeDeliveries,
} from "#server/store/courier.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import {
  countParkedByOutcome,
  countRedeliverable,
  leadsOfSpan,
  makeDueAgain,
  retryParked,
} from "#server/store/operator-deliveries.ts";
import type { Writing } from "#server/store/schema.ts";
import { type HeldFlag, releaseHeld } from "#server/store/submissions.ts";

export const pause = action({
  words: "pause",
  title: "Pausar as entregas",
  button: "Pausar as entregas",
  sentence:
    "O servidor deixa de enviar leads ao ActiveCampaign, até você retomar. As inscrições continuam, e todos os leads ficam guardados aqui. O lead ou a importação que já está indo vai até o fim.",
  done: "Entregas pausadas",
  fields: {},
  async change(writing, _, { now }) {
    const { pausedAt } = await readCourierState(writing);
    await pauseDeliveries(writing, pausedAt ?? now);
  },
});

export const resume = action({
  words: "resume",
  title: "Retomar as entregas",
  button: "Retomar as entregas",
  sentence:
    "O servidor volta a enviar ao ActiveCampaign os leads que estão na fila. Se o ActiveCampaign pediu para esperar, a espera continua.",
  done: "Entregas retomadas",
  fields: {},
  change: (writing) => resumeDeliveries(writing).then(() => undefined),
});

export const tryNow = action({
  words: "try",
  title: "Tentar agora",
  button: "Tentar agora",
  sentence:
    "O servidor envia um lead ao ActiveCampaign sem esperar mais, também se ele pediu para esperar ou se as entregas estão em pausa. Se der certo, as entregas continuam; se não, ele espera de novo.",
  done: "Entregas tentadas sem espera",
  fields: {},
  async change(writing) {
    await resumeDeliveries(writing);
    await endRest(writing);
  },
});

export const retryAll = action({
  words: "retry all",
  title: "Tentar de novo os leads recusados",
  button: "Tentar de novo",
  sentence:
    "O servidor envia outra vez ao ActiveCampaign os leads que ele recusou: todos, ou só os do motivo que você diz. Sem que a causa mude, serão recusados de novo.",
  done: "Leads recusados na fila outra vez: {}",
  fields: {
    reason: optionalField({
      label: "Motivo",
      usage: "<motivo>",
      input: "text",
      mistake: "Escreva o motivo como a lista dos recusados o escreve.",
      read: (text) => text,
    }),
  },
  async change(writing, { reason }, { now }) {
    const outcomes = reason === undefined ? undefined : await outcomesWith(writing, reason);
    const count = await retryParked(writing, now, outcomes);
    // Another operator may have done this already, so that no refused lead is left.
    if (count === 0) return refused("Nenhum lead está recusado, ou nenhum por este motivo.");
    return { kind: "done", detail: formatCount(count) };
  },
});

/** Returns the stored outcomes of a reason that the operator writes as it is shown. */
async function outcomesWith(writing: Writing, reason: string): Promise<string[]> {
  const known = await countParkedByOutcome(writing);
  return known
    .map(({ outcome }) => outcome)
    .filter((outcome) => describeOutcome(outcome) === reason);
}

export const leaveRefused = action({
  words: "retry leave",
  title: "Deixar assim os leads recusados",
  button: "Deixar assim",
  sentence:
    "Os leads recusados ficam guardados aqui e nada é enviado. O aviso some até que o ActiveCampaign recuse outro lead.",
  done: "Leads recusados deixados assim",
  fields: {},
  // Nothing is changed: the facts compare with the time at which the log of actions records this action.
  change: async () => undefined,
});

const since = field({
  label: `Desde quando, como ${timeForms}`,
  usage: "<quando>",
  input: "text",
  mistake: `Escreva desde quando, por exemplo: ${timeForms}`,
  read: (text) => text,
});

const until = optionalField({
  label: "Até quando; um dia vale até o fim dele",
  usage: "<quando>",
  input: "text",
  mistake: `Escreva até quando, por exemplo: ${timeForms}`,
  read: (text) => text,
});

/** Sends people again after a mistake, for instance when the number of the list was wrong. */
const sendAgain = action({
  words: "retry since",
  title: "Enviar de novo quem se inscreveu num período",
  button: "Enviar de novo um período",
  sentence:
    "Quem já foi entregue vai outra vez ao ActiveCampaign, com a lista e as tags do .env de quando o servidor foi iniciado. Quem se descadastrou não volta à lista; quem foi apagado, retido ou recusado não é enviado.",
  done: "Leads postos na fila outra vez: {}",
  fields: { since, to: until },
  async warn({ database, now }, { since, to }) {
    const span = readSpan(since, to, now);
    if (span.kind === "mistake") return refused(span.sentence);
    const { again, due } = await countRedeliverable(database, span);
    if (again === 0) return refused("Não há ninguém para enviar de novo neste período.");
    const end = to === undefined ? "agora" : formatMoment(span.to, now);
    const sentence = `Pessoas inscritas de ${formatMoment(span.since, now)} até ${end}: ${formatCount(again)} para enviar de novo, ${formatCount(due)} já na fila.`;
    return { kind: "warning", sentence, mustAgree: false };
  },
  async change(writing, { since, to }, { now }) {
    const span = readSpan(since, to, now);
    if (span.kind === "mistake") return refused(span.sentence);
    const { again } = await countRedeliverable(writing, span);
    return { kind: "done", detail: formatCount(again) };
  },
  /** Sends the people again in parts, so that sign-ups are stored in between. */
  async after({ database, now }, { since, to }) {
    const span = readSpan(since, to, now);
    if (span.kind === "mistake") return;
    for await (const leadIds of leadsOfSpan(database, span))
      await makeDueAgain(database, leadIds, now);
  },
});

export const releaseActions: Readonly<Record<HeldFlag, Action>> = {
  honeypot: releaseAction("honeypot"),
  flood: releaseAction("flood"),
};

function releaseAction(flag: HeldFlag): Action {
  return action({
    words: `release ${flag}`,
    title: `Liberar as inscrições retidas com a marca ${flag}`,
    button: "Liberar todas",
    sentence: `Elas viram leads e vão ao ActiveCampaign como as outras. A marca diz: ${flagNames[flag]}. Entre elas pode haver robôs: olhe antes a lista no servidor.`,
    done: `Inscrições com a marca ${flag} liberadas: {}`,
    fields: {},
    async change(writing, _, { now }) {
      const count = await releaseHeld(writing, { flag }, now);
      if (count === 0) return refused("Nenhuma inscrição está retida com esta marca.");
      return { kind: "done", detail: formatCount(count) };
    },
    after: async ({ database, now }) => {
      await deriveLeads(database, now);
    },
  });
}

export const deliveryActions = [
  pause,
  resume,
  tryNow,
  retryAll,
  leaveRefused,
  sendAgain,
  ...Object.values(releaseActions),
] as const;
