import { type EventPlan, editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { choiceAt, type Phase, scheduleAt } from "#event/phase.ts";
import { formatDay, formatTime } from "#server/command-line/text.ts";

export const follow = "Vale em todos os servidores em até 2 segundos.";
export const backToClock = "Para voltar ao relógio: npm run leads -- phase auto";
export const backToPlan =
  "Para voltar à data de content/launch.ts: npm run leads -- phase moved back";

/** What the page says in each phase, in a few words. */
const pageSays: Record<Phase, string> = {
  before: "convida para a aula",
  today: "diz que a aula é hoje",
  doors: "diz que a sala abre em instantes, e mostra a entrada",
  live: "diz que a aula está ao vivo, e mostra a entrada",
  waiting: "diz que a aula começa em alguns minutos",
  over: "diz que a aula terminou",
  replay: "diz que a aula terminou, e mostra a gravação",
  cancelled: "diz que a aula foi cancelada",
};

/** The names of the phases are words to type, in English: what the operator reads is what the page says. */
export function describePhase(phase: Phase): string {
  return `a página ${pageSays[phase]}`;
}

/** Says what visitors see now and why, when the class is, and what changes by itself. */
export function describeEvent(
  event: EventPlan,
  now: number,
  override: Override | undefined,
): string[] {
  const { phase, changes } = scheduleAt(event, now, override);
  const { start, plannedStart } = editionAt(event, now, override);
  const lines = [`Agora: ${describePhase(phase)}.`];
  const choice = choiceAt(event, now, override);
  if (choice === undefined) lines.push("Este momento vem do relógio.");
  else {
    const until = formatEnd(choice.until);
    const end = until === undefined ? "Ele não acaba sozinho." : `Ele acaba sozinho em ${until}.`;
    lines.push(`Este momento foi escolhido à mão em ${formatTime(choice.since)}. ${end}`);
    lines.push(backToClock);
  }
  lines.push(`A aula: ${formatDay(start)}`);
  if (start !== plannedStart) {
    lines.push(`A data foi mudada à mão. Em content/launch.ts: ${formatDay(plannedStart)}`);
    lines.push(backToPlan);
  }
  lines.push(changes.length === 0 ? "Nada mais muda sozinho." : "Próximas mudanças:");
  return [...lines, ...changes.map(describeChange)];
}

/** A page that invites again invites to the next class that is to come, mostly that of the next year. */
function describeChange({ at, phase }: { at: number; phase: Phase }): string {
  const shown = phase === "before" ? "a página convida para a próxima aula" : describePhase(phase);
  return `  ${formatTime(at)}  ${shown}`;
}

/** When a choice ends by itself; undefined if it does not. */
export function formatEnd(until: number): string | undefined {
  return Number.isFinite(until) ? formatTime(until) : undefined;
}
