import { commandLine } from "#phrases/command-line.ts";
import { event } from "#phrases/event.ts";

/** `npm run leads -- phase`. */
export const phase = {
  summary: "mostra o momento do evento, ou muda o que a página diz agora",
  details: [
    "Sem mais nada, mostra o que a página diz agora, por quê, e o que muda depois.",
    "live: a aula está ao vivo. waiting: a aula está atrasada. over: a aula terminou. cancelled: a aula foi cancelada.",
    "auto: o relógio volta a decidir. live e waiting acabam sozinhos só depois de 12 horas: quando a aula terminar, escolha over.",
    `A escolha fica no banco de dados. ${event.follow}`,
  ],
  unknown: (text: string) =>
    `"${text}" não é um momento que se pode escolher. Escreva um destes: live (ao vivo), waiting (atrasada), over (terminou), cancelled (cancelada), auto (o relógio decide).`,
  cancelled: "A página dirá a todos que a aula foi cancelada.",
  far: (phase: string, day: string) =>
    `A aula é em outro dia (${day}), mas todos os visitantes verão já agora: ${phase}. Para ver isso sem que eles vejam: ${commandLine.call} preview`,
  ask: "Mudar a página?",
  /** What the operator must not forget after a choice: the clock no longer does it. */
  afterwards: {
    live: `Quando a aula terminar: ${commandLine.call} phase over`,
    waiting: `Quando a aula começar: ${commandLine.call} phase live`,
  },
};
