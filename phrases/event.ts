import { commandLine } from "./command-line.ts";

type Phase = keyof typeof phaseNames;

/** What the page says in each phase, in a few words. */
const phaseNames = {
  before: "convida para a aula",
  today: "diz que a aula é hoje",
  doors: "diz que a sala abre em instantes, e mostra a entrada",
  live: "diz que a aula está ao vivo, e mostra a entrada",
  waiting: "diz que a aula começa em alguns minutos",
  over: "diz que a aula terminou",
  replay: "diz que a aula terminou, e mostra a gravação",
  cancelled: "diz que a aula foi cancelada",
} as const;

const follow = "Vale em todos os servidores em até 2 segundos.";
const backToClock = `Para voltar ao relógio: ${commandLine.call} phase auto`;
const backToPlan = `Para voltar à data de content/launch.ts: ${commandLine.call} moved back`;

/** How the commands, doctor and the greeting tell where the event stands. */
export const event = {
  phase: (phase: Phase) => `${phase} – a página ${phaseNames[phase]}`,
  now: (phase: Phase) => `Agora: ${event.phase(phase)}.`,
  byClock: "Este momento vem do relógio.",
  byHand: (since: string, until: string | undefined) =>
    `Este momento foi escolhido à mão em ${since}. ${until === undefined ? "Ele não acaba sozinho." : `Ele acaba sozinho em ${until}.`}`,
  backToClock,
  start: (day: string) => `A aula: ${day}`,
  movedFrom: (day: string) => `A data foi mudada à mão. Em content/launch.ts: ${day}`,
  backToPlan,
  changes: "Próximas mudanças:",
  /** A page that invites again invites to the next class that is to come, mostly that of the next year. */
  change: (time: string, phase: Phase) =>
    `  ${time}  ${phase === "before" ? "before – a página convida para a próxima aula" : event.phase(phase)}`,
  noChanges: "Nada mais muda sozinho.",
  follow,
  changed: `Feito. ${follow}`,
  unreadable:
    "O banco de dados diz sobre o evento algo que este programa não entende: só o relógio vale.",
  mend: `Para apagar isso: ${commandLine.call} phase auto   Se você tinha mudado a data à mão, mude-a de novo depois, com moved.`,
};
