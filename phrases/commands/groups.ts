import { commandLine } from "#phrases/command-line.ts";

type State = "open" | "closed" | "no-places";

/** All numbers but the group's own, as Brazilians read them. */
type Counts = { taken: string; stopAt: string; room: string };

const states = {
  open: "aberto",
  closed: "fechado à mão",
  "no-places": "cheio, pela contagem",
};

const refusals = {
  "not-an-address": "não é um link inteiro. Copie o convite no WhatsApp: ele começa com https://",
  "not-https": "não é aceito: ele precisa começar com https://",
  "other-site":
    "não é aceito. O link precisa começar com https://chat.whatsapp.com/ (grupo ou comunidade) ou https://whatsapp.com/channel/ (canal)",
  "no-code":
    "não é aceito, porque falta o código do convite, ou há nele um sinal estranho. Copie o link inteiro no WhatsApp",
};

/** `npm run leads -- groups`. */
export const groups = {
  usage:
    "[list | add <link> | full <n> | reopen <n> | replace <n> <link> | remove <n>] [--room <n>] [--stop-at <n>] [--yes]",
  summary: "mostra os grupos do WhatsApp, e muda a quais deles a página leva as pessoas",
  details: [
    "list, ou nada: mostra cada grupo, quantos lugares já deu, e a qual deles as pessoas vão agora.",
    "add: um grupo novo, depois dos outros. Valem https://chat.whatsapp.com/… e https://whatsapp.com/channel/…",
    "full: o grupo não recebe mais pessoas. reopen: volta a receber; --room e --stop-at mudam os lugares dele.",
    "replace: o convite do grupo mudou. remove: o grupo sai desta lista; no WhatsApp, nada muda.",
    "",
    "O WhatsApp não diz quantas pessoas há num grupo. Por isso a página conta os lugares que dá: um para cada pessoa inscrita",
    "que aperta o botão do grupo, e um para cada clique de quem não se inscreveu. Veja docs/operacao/grupos.md.",
  ],
  options: {
    room: "quantas pessoas cabem no grupo; num grupo novo, sem esta opção, 1.024 (num canal, 100.000)",
    stopAt:
      "depois de quantos lugares o grupo não recebe mais pessoas; num grupo novo, sem esta opção, 950 de cada 1.024",
  },
  unknown: (text: string, words: readonly string[]) =>
    `groups não conhece "${text}". Escreva um destes: ${words.join(", ")}.`,
  linkMissing: "Falta o link do grupo. Copie o convite no WhatsApp e escreva-o no fim do comando.",
  numberMissing: `Falta o número do grupo. Para ver os números: ${commandLine.call} groups`,
  replaceMissing: `Escreva o número do grupo e depois o link novo. Para ver os números: ${commandLine.call} groups`,
  noOption: (option: string) => `A opção ${option} só vale com groups add e groups reopen.`,
  notGroup: (text: string) =>
    `"${text}" não é o número de um grupo. Para ver os números: ${commandLine.call} groups`,
  badCount: (option: string, given: string, max: string) =>
    `${option} não aceita "${given}". Escreva um número de 1 a ${max}.`,
  aboveRoom: ({ stopAt, room }: { stopAt: string; room: string }) =>
    `--stop-at (${stopAt}) não pode passar de --room (${room}). Se cabem mais pessoas, escreva também --room.`,
  refused: (text: string, reason: keyof typeof refusals) => `"${text}" ${refusals[reason]}.`,
  sameLink: (id: number) => `Este link já é o do grupo ${id}. Nada mudou.`,
  noGroup: (id: number) =>
    `O grupo ${id} não existe. Para ver os números: ${commandLine.call} groups`,
  placesTaken: (id: number, { taken, room }: Counts, example: number) =>
    `Os lugares do grupo ${id} já foram todos dados (${taken}). Para reabri-lo, aumente o limite: ${commandLine.call} groups reopen ${id} --stop-at ${example}   O limite pode passar do que cabe no grupo (${room}), porque nem todos os que apertam o botão entram.`,
  limitTooLow: (id: number, { taken }: Counts) =>
    `Lugares já dados no grupo ${id}: ${taken}. O número de --stop-at precisa ser maior que esse. Se o grupo não deve receber mais pessoas: ${commandLine.call} groups full ${id}`,
  askRemove: (id: number, taken: string) =>
    `Tirar o grupo ${id} desta lista? Lugares dados nele: ${taken}. Essas pessoas ficam no grupo, mas o botão as levará a outro.`,
  askRemoveLast: (id: number, link: string) =>
    `Tirar o grupo ${id} desta lista? Ele é o único: sem ele, o botão leva ao link de content/links.ts (${link}).`,

  advice: (id: number) =>
    `Se o grupo ${id} é um grupo comum, cada participante vê o número dos outros. Para evitar isso, crie no WhatsApp uma comunidade (as pessoas entram no grupo de avisos dela) ou um canal, e troque o link: ${commandLine.call} groups replace ${id} <link>`,
  channelStops: (id: number, { stopAt }: Counts, max: number) =>
    `Um canal não enche, mas o grupo ${id} ainda para em ${stopAt} lugares. Para que não pare: ${commandLine.call} groups reopen ${id} --room ${max} --stop-at ${max}`,
  changed: "Feito. Vale em todos os servidores em até 1 segundo.",

  group: (id: number, state: State, { taken, stopAt, room }: Counts) =>
    `Grupo ${id}: ${states[state]}. Lugares dados: ${taken} de ${stopAt} (cabem ${room}).`,
  said: (people: string) => `Pessoas que disseram que está cheio: ${people}.`,
  none: (link: string) =>
    `Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts (${link}).`,
  addFirst: `Para pôr um grupo: ${commandLine.call} groups add <link>`,
  now: (id: number) => `Agora as pessoas vão para o grupo ${id}.`,
  next: (id: number) => `Quando ele encher, vão para o grupo ${id}.`,
  noNext: (isNearlyFull: boolean) =>
    `Depois dele não há outro grupo aberto${isNearlyFull ? ", e ele está quase cheio" : ""}. Para pôr mais um: ${commandLine.call} groups add <link>`,
  noneOpen: `Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios. Ponha outro agora: ${commandLine.call} groups add <link>`,
};
