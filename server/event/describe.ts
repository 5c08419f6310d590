import type { Phase } from "#event/phase.ts";

/** What the page says in each phase, in a few words. */
const pageSays: Record<Phase, string> = {
  before: "convida para a aula",
  today: "diz que a aula é hoje",
  doors: "diz que a sala abriu, e mostra a entrada",
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
