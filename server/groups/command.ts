import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  done,
  failed,
  type Misused,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatCount, readCount } from "#server/command-line/text.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Writing } from "#server/store/row-types.ts";
import {
  addGroup,
  closeGroup,
  type Group,
  isChannel,
  isNearlyFull,
  isPressedFull,
  isSameGroup,
  listGroups,
  lookAtGroup,
  presentGroup,
  readGroupLink,
  removeGroup,
  reopenGroup,
  replaceLink,
} from "./groups.ts";

const call = `${commandLine.call} groups`;

const maxCount = 100_000;
const groupMembers = 1_024;
/** A group keeps some room, because people also come another way, for example by a forwarded invitation. */
const usualShare = 950 / groupMembers;

/** How many more places the example of a higher limit gives to a group that has none left. */
const morePlaces = 50;

export const groups: Command = {
  usage:
    "[list | add <link> | full <n> | reopen <n> | replace <n> <link> | remove <n>] [--members <n>] [--stop-at <n>] [--yes]",
  summary: "mostra os grupos do WhatsApp, e muda a quais deles a página leva as pessoas",
  details: [
    "list, ou nada: mostra cada grupo, quantos lugares já deu, e a qual deles as pessoas vão agora.",
    "add: um grupo novo, depois dos outros. full: não recebe mais pessoas. reopen: volta a receber, com outros lugares se você quer.",
    "replace: o convite mudou. remove: sai desta lista; no WhatsApp, nada muda.",
    "O WhatsApp não diz quantas pessoas há num grupo: a página conta os lugares que dá, e leva ao último grupo aberto também depois do limite dele. Veja docs/operacao/grupos.md.",
  ],
  operands: { min: 0, max: 3 },
  options: {
    members: {
      type: "string",
      about:
        "quantas pessoas cabem no grupo; num grupo novo, sem esta opção, 1.024 (num canal, 100.000)",
    },
    "stop-at": {
      type: "string",
      about:
        "depois de quantos lugares as pessoas vão para o próximo grupo; num grupo novo, sem esta opção, 950 de cada 1.024",
    },
    ...yesOption,
  },
  async run(context, input) {
    const request = readWanted(input);
    if (request.kind === "misused") return request;
    const io = await context.open();
    const { database } = io;
    const known = await listGroups(database);
    const { kind } = request;
    if (kind === "list") return printGroups(io, known);
    const refusal = explainRefusal(known, request);
    if (refusal !== undefined) return failed(refusal);
    if (kind === "remove") {
      const agreed = await confirm(io, input, askAbout(known, request.id));
      if (agreed !== "agreed") return agreed;
    }
    const now = await io.databaseClock(database);
    const changed = await database.transaction().execute(async (writing) => {
      const id = await save(writing, request, now);
      await recordAction(writing, { at: now, action: `group ${kind}`, detail: String(id) });
      return id;
    });
    await io.write("Feito. Vale em todos os servidores em até 1 segundo.\n\n");
    const present = await listGroups(database);
    await printGroups(io, present);
    const group = present.find(({ id }) => id === changed && request.link !== "");
    const advice = group && adviceOn(group, kind);
    if (advice !== undefined) await io.write(`\n${advice}\n`);
    return done;
  },
};

const words = {
  list: [],
  add: ["link"],
  full: ["id"],
  reopen: ["id"],
  replace: ["id", "link"],
  remove: ["id"],
} as const;

type Word = keyof typeof words;
/** `id` is 0 and `link` is empty where the word needs none. */
type Row<Kind> = { kind: Kind; id: number; link: string };
type Wanted =
  | (Row<"add"> & { members: number; stopAt: number })
  | (Row<Exclude<Word, "add">> & { members: number | undefined; stopAt: number | undefined });

const linkBegins =
  "https://chat.whatsapp.com/ (grupo ou comunidade) ou https://whatsapp.com/channel/ (canal). Copie o convite no WhatsApp";
const maxId = 1_000_000;
const showNumbers = `Para ver os números: ${call}`;

/** Reads what should be done with which group. Without a word that is `list`. */
function readRow({ operands }: CommandInput): Row<Word> | Misused {
  const [typed = "list", ...following] = operands;
  const kind = typed.toLowerCase();
  if (!isWord(kind))
    return misused(
      `groups não conhece "${escapeForTerminal(typed)}". Escreva um destes: ${Object.keys(words).join(", ")}.`,
    );
  const needs: readonly string[] = words[kind];
  const id = needs.includes("id") ? readCount(following.shift(), maxId) : 0;
  if (id === undefined) return misused(`Escreva o número do grupo. ${showNumbers}`);
  const link = needs.includes("link") ? readGroupLink((following.shift() ?? "").trim()) : "";
  if (link === undefined)
    return misused(`Escreva o link inteiro do grupo: ele começa com ${linkBegins}`);
  const [extra] = following;
  if (extra !== undefined) return misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
  return { kind, id, link };
}

function isWord(text: string): text is Word {
  return Object.hasOwn(words, text);
}

function readWanted(input: CommandInput): Wanted | Misused {
  const request = readRow(input);
  if (request.kind === "misused") return request;
  const { kind, ...row } = request;
  const { values } = input;
  for (const [option, text] of values) {
    if (kind !== "add" && kind !== "reopen")
      return misused(`A opção --${option} só vale com groups add e groups reopen.`);
    if (readCount(text, maxCount) === undefined)
      return misused(
        `--${option} não aceita "${escapeForTerminal(text)}". Escreva um número de 1 a ${formatCount(maxCount)}.`,
      );
  }
  const members = readCount(values.get("members"), maxCount);
  const stopAt = readCount(values.get("stop-at"), maxCount);
  if (kind !== "add") return { kind, ...row, members, stopAt };
  // WhatsApp sets no limit to a channel.
  const [usual, share] = isChannel(row.link) ? [maxCount, 1] : [groupMembers, usualShare];
  const most = members ?? usual;
  const last = stopAt ?? Math.max(1, Math.floor(most * share));
  if (last <= most) return { kind, ...row, members: most, stopAt: last };
  return misused(
    `--stop-at (${formatCount(last)}) não pode passar de --members (${formatCount(most)}). Se cabem mais pessoas, escreva também --members.`,
  );
}

/** Says why a change is not possible with the groups that are in the store; undefined if it is. */
function explainRefusal(
  known: readonly Group[],
  { kind, id, link, stopAt: wanted }: Wanted,
): string | undefined {
  const same = link === "" ? undefined : known.find((one) => isSameGroup(one.link, link));
  if (same !== undefined) return `Este link já é o do grupo ${same.id}. Nada mudou.`;
  if (kind === "add") return undefined;
  const group = known.find((one) => one.id === id);
  if (group === undefined) return `O grupo ${id} não existe. ${showNumbers}`;
  const { taken, stopAt, members } = group;
  if (kind !== "reopen" || taken < (wanted ?? stopAt)) return undefined;
  const given = formatCount(taken);
  if (taken < stopAt)
    return `Lugares já dados no grupo ${id}: ${given}. O número de --stop-at precisa ser maior que esse. Se o grupo não deve receber mais pessoas: ${call} full ${id}`;
  return `Os lugares do grupo ${id} já foram todos dados (${given}). Para reabri-lo, aumente o limite: ${call} reopen ${id} --stop-at ${taken + morePlaces}   O limite pode passar do que cabe no grupo (${formatCount(members)}), porque nem todos os que apertam o botão entram.`;
}

function askAbout(known: readonly Group[], id: number): string {
  const question = `Tirar o grupo ${id} desta lista?`;
  if (known.length === 1)
    return `${question} Ele é o único: sem ele, o botão leva ao link de content/links.ts (${links.group}).`;
  const taken = known.find((group) => group.id === id)?.taken ?? 0;
  return `${question} Lugares dados nele: ${formatCount(taken)}. Essas pessoas ficam no grupo, mas o botão as levará a outro.`;
}

/** Returns the number of the group. */
async function save(writing: Writing, wanted: Wanted, now: number): Promise<number> {
  const { kind, id } = wanted;
  if (wanted.kind === "add") return addGroup(writing, { ...wanted, now });
  if (kind === "full") await closeGroup(writing, { id, now });
  if (kind === "reopen") await reopenGroup(writing, { ...wanted, now });
  if (kind === "replace") await replaceLink(writing, wanted);
  if (kind === "remove") await removeGroup(writing, wanted);
  return id;
}

/** What the operator may want to do next with a group whose link is new. */
function adviceOn({ id, link, stopAt }: Group, kind: Wanted["kind"]): string | undefined {
  if (kind === "add")
    return isChannel(link)
      ? undefined
      : `Se o grupo ${id} é um grupo comum, cada participante vê o número dos outros. Para evitar isso, crie no WhatsApp uma comunidade (as pessoas entram no grupo de avisos dela) ou um canal, e troque o link: ${call} replace ${id} <link>`;
  if (!isChannel(link) || stopAt === maxCount) return undefined;
  return `Um canal não enche, mas o grupo ${id} ainda para em ${formatCount(stopAt)} lugares. Para que não pare: ${call} reopen ${id} --members ${maxCount} --stop-at ${maxCount}`;
}

/** Says of each group how many places it has given, and to which group people are led now and afterwards. */
async function printGroups({ write }: WithDatabase, known: readonly Group[]) {
  const none = [
    `Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts (${links.group}).`,
    `Para pôr um grupo: ${call} add '<link>'`,
  ];
  const lines = known.length === 0 ? none : [...known.flatMap(describe), "", ...describeWay(known)];
  for (const line of lines) await write(`${line}\n`);
  return done;
}

const states = { open: "aberto", closed: "fechado à mão", "no-places": "cheio, pela contagem" };

function describe({ id, link, members, stopAt, state, ...counted }: Group): string[] {
  const { taken, presses, saidFull } = counted;
  const sentences = [
    `Grupo ${id}: ${states[state]}.`,
    `Lugares dados: ${formatCount(taken)} de ${formatCount(stopAt)} (cabem ${formatCount(members)}).`,
    ...(presses > 0 ? [`Cliques não reconhecidos: ${formatCount(presses)}.`] : []),
    ...(saidFull > 0 ? [`Pessoas que disseram que está cheio: ${formatCount(saidFull)}.`] : []),
  ];
  return [sentences.join(" "), `  ${escapeForTerminal(link)}`];
}

function describeWay(known: readonly Group[]): string[] {
  const present = presentGroup(known);
  if (present === undefined)
    return [
      `Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios. Ponha outro agora: ${call} add '<link>'`,
    ];
  const { id, state } = present;
  if (state === "no-places")
    return [
      `Nenhum grupo tem mais lugares: as pessoas ainda vão para o grupo ${id}, o último aberto. Ponha outro agora: ${call} add '<link>'`,
    ];
  const now = `Agora as pessoas vão para o grupo ${id}.`;
  const look = isPressedFull(present)
    ? [`Com os cliques não reconhecidos, ele pode estar cheio. ${lookAtGroup(id)}`]
    : [];
  const [, second] = known.filter((group) => group.state === "open");
  if (second !== undefined)
    return [`${now} Quando ele encher, vão para o grupo ${second.id}.`, ...look];
  const almost = isNearlyFull(known) ? ", e ele está quase cheio" : "";
  const last = `Depois dele não há outro grupo aberto${almost}. Para pôr mais um: ${call} add '<link>'`;
  return [now, last, ...look];
}
