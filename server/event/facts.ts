import { type EventPlan, editionAt } from "#event/edition.ts";
import { choiceAt, phaseAt, scheduleAt } from "#event/phase.ts";
import { dayMs, daysBetween } from "#event/time-zone.ts";
import { publish } from "#phrases/command-line.ts";
import { names } from "#phrases/names.ts";
import { answer } from "#server/actions/action.ts";
import { type Fact, fine, type Look, notice, type Subject, trouble } from "#server/facts/fact.ts";
import { formatDay, formatMoment } from "#server/format.ts";
import { eventActions, moveBack, phaseActions } from "./actions.ts";

export const event: Subject = {
  title: "Aula",
  word: "phase",
  facts: classFacts,
  actions: eventActions,
};

export function classFacts(plan: Plan): Fact[] {
  return [...planFacts(plan), phase(plan), afterwards(plan), ...moved(plan)];
}

/** The facts about the date of the class in content/launch.ts. `npm run conferir` prints them too. */
export function planFacts(plan: Plan): Fact[] {
  return [date(plan), year(plan.event)];
}

type Plan = Pick<Look, "event" | "now" | "override">;

/**
 * If the event is further away than this, the last event was probably days ago, and the page already announces next
 * year's.
 */
const farAwayDays = 180;

function date({ event, now, override }: Plan): Fact {
  const { year, start, end } = editionAt(event, now, override);
  const announced = `A página anuncia a edição de ${year}: ${formatDay(start)}`;
  const todo = `Se a data está errada, corrija content/launch.ts e publique de novo: ${publish}`;
  if (now >= end + event.daysAfter * dayMs)
    return trouble("Data", `${announced}. Ela já passou.`, todo);
  if (now >= end) return fine("Data", `${announced}. Ela acabou há pouco, e a página diz isso.`);
  if (now >= start) return fine("Data", `${announced}: é agora.`);
  const days = daysBetween(now, start, event.timeZone);
  const later = `${announced}, ${daysAhead(days)}.`;
  return days > farAwayDays
    ? notice("Data", `${later} A aula deste ano já passou?`, todo)
    : fine("Data", later);
}

function daysAhead(days: number): string {
  if (days === 0) return "hoje";
  return days === 1 ? "amanhã" : `daqui a ${days} dias`;
}

/**
 * A notice until the year is a fixed number: on the night of the event, nothing may depend on which year is the next
 * one.
 */
function year({ year, daysAfter }: EventPlan): Fact {
  if (year !== "next") return fine("Ano", `"year" é ${year}: a página fica nesse ano.`);
  const days = daysAfter === 1 ? "1 dia" : `${daysAfter} dias`;
  const after = daysAfter === 0 ? "depois da aula" : `${days} depois da aula`;
  return notice(
    "Ano",
    `"year" é "next": ${after}, a página passa sozinha para a aula do ano seguinte.`,
    `Quando a data estiver decidida, escreva em "year" o ano, em content/launch.ts, e publique de novo: ${publish}`,
    { canWait: true },
  );
}

function phase({ event, now, override }: Plan): Fact {
  const present = phaseAt(event, now, override);
  const choice = choiceAt(event, now, override);
  const usual = (["live", "waiting", "over"] as const)
    .filter((name) => name !== choice?.name)
    .map((name) => answer(phaseActions[name]));
  if (choice === undefined)
    return fine("Momento", `${names.phases[present]} (pelo relógio).`, { answers: usual });
  const until = Number.isFinite(choice.until)
    ? `Acaba sozinho: ${formatMoment(choice.until, now)}.`
    : "Não acaba sozinho.";
  const value = `${names.phases[present]}. Escolhido à mão: ${formatMoment(choice.since, now)}. ${until}`;
  const answers = [...usual, answer(phaseActions.auto)];
  return notice("Momento", value, "O relógio não decide mais.", { answers });
}

/** The next phase that the clock will begin. */
function afterwards({ event, now, override }: Plan): Fact {
  const [next] = scheduleAt(event, now, override).changes;
  const value =
    next === undefined
      ? "Nada mais muda sozinho."
      : `${formatMoment(next.at, now)}: ${names.phases[next.phase]}.`;
  return fine("Depois", value);
}

/**
 * Reports a date that was moved by hand: a move that was forgotten, for example after a trial, sends visitors at the
 * wrong hour.
 */
function moved({ event, now, override }: Plan): Fact[] {
  const { start, plannedStart } = editionAt(event, now, override);
  if (start === plannedStart) return [];
  const value = `A data foi mudada à mão para ${formatDay(start)}. Em content/launch.ts: ${formatDay(plannedStart)}.`;
  const answers = [answer(moveBack)];
  return [notice("Data mudada", value, "Veja se isso ainda vale.", { answers })];
}
