import { type Edition, type EventPlan, editionAt, type Override } from "#event/edition.ts";
import { choiceAt } from "#event/phase.ts";
import { dayMs } from "#event/time-zone.ts";
import { names } from "#phrases/names.ts";
import {
  type Action,
  action,
  field,
  type Refused,
  refused,
  type Warning,
} from "#server/actions/action.ts";
import { readTime } from "#server/command-line/times.ts";
import { formatDay } from "#server/format.ts";
import type { Writing } from "#server/store/schema.ts";
import { isFarFromEvent, type PhaseChoice, readEvent, savePhase, saveStart } from "./choices.ts";

export const phaseActions: Readonly<Record<PhaseChoice, Action>> = {
  live: phaseAction("live", {
    title: "Dizer que a aula está ao vivo",
    button: "Está ao vivo",
    sentence:
      "A página diz a todos que a aula está ao vivo, e mostra a entrada. O relógio não decide mais: quando a aula terminar, escolha isso também.",
  }),
  waiting: phaseAction("waiting", {
    title: "Dizer que a aula vai atrasar",
    button: "Vai atrasar",
    sentence:
      "A página diz a todos que a aula começa em alguns minutos, e não mostra a entrada. O relógio não decide mais: quando a aula começar, escolha isso também.",
  }),
  over: phaseAction("over", {
    title: "Dizer que a aula terminou",
    button: "Terminou",
    sentence: "A página diz a todos que a aula terminou.",
  }),
  cancelled: phaseAction("cancelled", {
    title: "Dizer que a aula foi cancelada",
    button: "Cancelar a aula",
    sentence: "A página diz a todos que a aula foi cancelada, e não mostra a entrada.",
  }),
  auto: phaseAction("auto", {
    title: "Voltar ao relógio",
    button: "Voltar ao relógio",
    sentence: "A página volta a seguir a data e a hora da aula, sem escolha à mão.",
  }),
};

function phaseAction(
  choice: PhaseChoice,
  words: Pick<Action, "title" | "button" | "sentence">,
): Action {
  return action({
    words: `phase ${choice}`,
    ...words,
    done: `Momento da aula escolhido: ${names.phases[choice]}`,
    fields: {},
    async warn({ database, event, now }) {
      const { override } = await readEvent(database);
      const isUnusual = choice !== "auto" && isFarFromEvent(event, now, override);
      return isUnusual ? farFromClass : undefined;
    },
    async change(writing, _, { event, now }) {
      const { override } = await readEvent(writing);
      const edition = editionAt(event, now, override).year;
      await savePhase(writing, { edition, phase: choice === "auto" ? undefined : choice, now });
      return undefined;
    },
  });
}

const farFromClass: Warning = {
  kind: "warning",
  sentence:
    "A aula não é hoje, e não acabou há pouco: mesmo assim, todos os visitantes veem isto já agora.",
  mustAgree: false,
};

/** A new date further in the future than this is a typing mistake. */
const maxAheadMs = 366 * dayMs;

const move = action({
  words: "move",
  title: "Mudar a data e a hora da aula",
  button: "Mudar a data",
  sentence:
    "A página, a agenda e as buscas dizem a data nova. Quem já tem a aula na agenda precisa baixá-la de novo: avise por e-mail.",
  done: "Aula marcada para {}",
  fields: {
    when: field({
      label: "Nova data e hora, como 12/11/2026 20:00; só a hora é do dia da aula",
      usage: "<dd/mm/aaaa hh:mm>",
      input: "text",
      mistake: "Escreva a data e a hora. Por exemplo: 12/11/2026 20:00",
      read: (text) => text,
    }),
  },
  async warn({ database, event, now }, { when }) {
    const { override } = await readEvent(database);
    const edition = editionAt(event, now, override);
    const read = readStart(when, now, edition);
    if (read.kind === "refused") return read;
    const sentence = `De ${formatDay(edition.start)} para ${formatDay(read.start)}.${staysByHand(event, now, override)}`;
    return { kind: "warning", sentence, mustAgree: false };
  },
  async change(writing, { when }, { event, now }) {
    const { override } = await readEvent(writing);
    const edition = editionAt(event, now, override);
    const read = readStart(when, now, edition);
    if (read.kind === "refused") return read;
    return moveTo(writing, { edition, start: read.start, now });
  },
});

export const moveBack = action({
  words: "move back",
  title: "Voltar à data de content/launch.ts",
  button: "Voltar à data",
  sentence: "A página, a agenda e as buscas dizem de novo a data que está em content/launch.ts.",
  done: "Aula de volta à data marcada, {}",
  fields: {},
  async change(writing, _, { event, now }) {
    const { override } = await readEvent(writing);
    const edition = editionAt(event, now, override);
    return moveTo(writing, { edition, start: edition.plannedStart, now });
  },
});

async function moveTo(
  writing: Writing,
  { edition, start, now }: { edition: Edition; start: number; now: number },
) {
  if (start === edition.start) return refused(`A aula já está nesta data: ${formatDay(start)}.`);
  const movedTo = start === edition.plannedStart ? undefined : start;
  await saveStart(writing, { edition: edition.year, movedTo, now });
  return { kind: "done", detail: formatDay(start) } as const;
}

/** Says that a phase chosen by hand stays when the date is moved: it may be for a class that is late. */
function staysByHand(event: EventPlan, now: number, override: Override | undefined): string {
  const chosen = choiceAt(event, now, override);
  return chosen === undefined
    ? ""
    : ` Isto não muda com a data, porque foi escolhido à mão: ${names.phases[chosen.name]}.`;
}

/** Reads the new start of the event. An hour alone is an hour of the day on which the event is planned now. */
function readStart(
  typed: string,
  now: number,
  { start }: Edition,
): { kind: "start"; start: number } | Refused {
  const read = readTime(typed, now, { ahead: { hourAloneOn: start } });
  if (read.kind === "mistake") return refused(read.sentence);
  if (read.end > read.start) return refused("Falta a hora. Escreva, por exemplo: 12/11/2026 20:00");
  if (read.start <= now)
    return refused(`Esta data já passou: ${formatDay(read.start)}. Escolha outra.`);
  if (read.start > now + maxAheadMs)
    return refused(`Esta data está a mais de um ano: ${formatDay(read.start)}. Escolha outra.`);
  return { kind: "start", start: read.start };
}

export const eventActions = [...Object.values(phaseActions), move, moveBack] as const;
