import { commandLine } from "#phrases/command-line.ts";
import { event } from "#phrases/event.ts";

/** `npm run leads -- moved`. */
export const moved = {
  summary: "muda a data e a hora da aula",
  details: [
    "Sem mais nada, mostra a data e o momento do evento.",
    'A data se escreve como 12/11/2026 20:00, "12/11 20h" ou "amanhã 20h". Só a hora (20:30) é uma hora do dia da aula.',
    "Com back, volta a data de content/launch.ts. Uma agenda que já tem a aula só muda quando a pessoa baixa o arquivo de novo.",
    `A data fica no banco de dados. ${event.follow}`,
  ],
  notRead: (text: string) =>
    `"${text}" não foi entendido como data e hora. Escreva, por exemplo: moved 12/11/2026 20:00`,
  impossible: (text: string) => `"${text}" não existe. Confira o dia, o mês e a hora.`,
  noHour: (text: string) => `Falta a hora. Escreva, por exemplo: moved ${text} 20:00`,
  past: (day: string) => `Esta data já passou: ${day}`,
  tooFar: (day: string) => `Esta data está a mais de um ano: ${day}`,
  same: (day: string) => `A aula já está nesta data: ${day}. Nada mudou.`,
  from: (day: string) => `De:   ${day}`,
  to: (day: string) => `Para: ${day}`,
  /** A new date does not take back a phase that was chosen by hand, for example for a class that is late. */
  handStays: (phase: string) =>
    `Isto não muda com a data, porque foi escolhido à mão: ${phase}. Se o relógio deve decidir, rode depois: ${commandLine.call} phase auto`,
  ask: "A página, a agenda e as buscas dirão a data nova.",
};
