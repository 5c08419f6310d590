import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  type Misused,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatCount, readCount } from "#server/command-line/text.ts";
import type { Database } from "#server/store/row-types.ts";
import {
  addGroup,
  closeGroup,
  type Group,
  type GroupLink,
  isChannel,
  isNearlyFull,
  isSameGroup,
  listGroups,
  readGroupLink,
  removeGroup,
  reopenGroup,
  replaceLink,
} from "./groups.ts";

const call = "npm run leads -- groups";
const showNumbers = `Para ver os números: ${call}`;

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
    "add: um grupo novo, depois dos outros. Valem https://chat.whatsapp.com/… e https://whatsapp.com/channel/…",
    "full: o grupo não recebe mais pessoas. reopen: volta a receber; --members e --stop-at mudam os lugares dele.",
    "replace: o convite do grupo mudou. remove: o grupo sai desta lista; no WhatsApp, nada muda.",
    "",
    "O WhatsApp não diz quantas pessoas há num grupo. Por isso a página conta os lugares que dá: um para cada pessoa inscrita",
    "que aperta o botão do grupo, e um para cada clique de quem não se inscreveu. Veja docs/operacao/grupos.md.",
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
        "depois de quantos lugares o grupo não recebe mais pessoas; num grupo novo, sem esta opção, 950 de cada 1.024",
    },
    ...yesOption,
  },
  async run(context, input) {
    const request = readRequest(input);
    if (request.kind === "misused") return request;
    const io = await context.open();
    const known = await listGroups(io.database);
    if (request.kind === "list") return printGroups(io, known);
    const refusal = explainRefusal(known, request);
    if (refusal !== undefined) return failed(refusal);
    if (request.kind === "remove") {
      const agreed = await confirm(io, input, askAbout(known, request.id));
      if (agreed !== "agreed") return agreed;
    }
    await save(io.database, request, await io.databaseClock(io.database));
    return tellChange(io, request);
  },
};

type Places = { members: number | undefined; stopAt: number | undefined };

type Change =
  | { kind: "add"; link: string; members: number; stopAt: number }
  | { kind: "full" | "remove"; id: number }
  | ({ kind: "reopen"; id: number } & Places)
  | { kind: "replace"; id: number; link: string };

/** What the operator can ask for, how many words follow, and what to say if they are missing. */
const words = [
  { name: "list", operands: 0, missing: "" },
  {
    name: "add",
    operands: 1,
    missing: "Falta o link do grupo. Copie o convite no WhatsApp e escreva-o no fim do comando.",
  },
  { name: "full", operands: 1, missing: `Falta o número do grupo. ${showNumbers}` },
  { name: "reopen", operands: 1, missing: `Falta o número do grupo. ${showNumbers}` },
  {
    name: "replace",
    operands: 2,
    missing: `Escreva o número do grupo e depois o link novo. ${showNumbers}`,
  },
  { name: "remove", operands: 1, missing: `Falta o número do grupo. ${showNumbers}` },
] as const;

function readRequest({ operands, values }: CommandInput): { kind: "list" } | Change | Misused {
  const [typed = "list", ...following] = operands;
  const word = words.find(({ name }) => name === typed.toLowerCase());
  if (word === undefined) {
    const names = words.map(({ name }) => name).join(", ");
    return misused(
      `groups não conhece "${escapeForTerminal(typed)}". Escreva um destes: ${names}.`,
    );
  }
  const { name } = word;
  if (following.length < word.operands) return misused(word.missing);
  const extra = following[word.operands];
  if (extra !== undefined) return misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
  const [option] = values.keys();
  if (option !== undefined && name !== "add" && name !== "reopen")
    return misused(`A opção --${option} só vale com groups add e groups reopen.`);
  const [first = "", second = ""] = following;
  if (name === "list") return { kind: name };
  if (name === "add") return readNewGroup(first, values);
  const id = readCount(first, maxCount);
  if (id === undefined)
    return misused(`"${escapeForTerminal(first)}" não é o número de um grupo. ${showNumbers}`);
  switch (name) {
    case "reopen": {
      const places = readPlaces(values);
      return "kind" in places ? places : { kind: name, id, ...places };
    }
    case "replace": {
      const read = readLink(second);
      return read.kind === "misused" ? read : { kind: name, id, link: read.link };
    }
    case "full":
    case "remove":
      return { kind: name, id };
  }
}

function readNewGroup(text: string, values: CommandInput["values"]): Change | Misused {
  const read = readLink(text);
  if (read.kind === "misused") return read;
  const places = readPlaces(values);
  if ("kind" in places) return places;
  const { link } = read;
  // WhatsApp sets no limit to a channel.
  const { members = isChannel(link) ? maxCount : groupMembers } = places;
  const usual = isChannel(link) ? members : Math.max(1, Math.floor(members * usualShare));
  const { stopAt = usual } = places;
  if (stopAt <= members) return { kind: "add", link, members, stopAt };
  return misused(
    `--stop-at (${formatCount(stopAt)}) não pode passar de --members (${formatCount(members)}). Se cabem mais pessoas, escreva também --members.`,
  );
}

const refusals: Record<Extract<GroupLink, { kind: "refused" }>["reason"], string> = {
  "not-an-address": "não é um link inteiro. Copie o convite no WhatsApp: ele começa com https://",
  "not-https": "não é aceito: ele precisa começar com https://",
  "other-site":
    "não é aceito. O link precisa começar com https://chat.whatsapp.com/ (grupo ou comunidade) ou https://whatsapp.com/channel/ (canal)",
  "no-code":
    "não é aceito, porque falta o código do convite, ou há nele um sinal estranho. Copie o link inteiro no WhatsApp",
};

function readLink(text: string): { kind: "link"; link: string } | Misused {
  const read = readGroupLink(text);
  if (read.kind === "link") return read;
  return misused(`"${escapeForTerminal(text)}" ${refusals[read.reason]}.`);
}

function readPlaces(values: CommandInput["values"]): Places | Misused {
  const wrong = [...values].find(([, text]) => readCount(text, maxCount) === undefined);
  if (wrong === undefined)
    return {
      members: readCount(values.get("members"), maxCount),
      stopAt: readCount(values.get("stop-at"), maxCount),
    };
  const [option, text] = wrong;
  return misused(
    `--${option} não aceita "${escapeForTerminal(text)}". Escreva um número de 1 a ${formatCount(maxCount)}.`,
  );
}

/** Says why a change is not possible with the groups that are in the store; undefined if it is. */
function explainRefusal(known: readonly Group[], request: Change): string | undefined {
  const same = known.find(({ link }) => "link" in request && isSameGroup(link, request.link));
  if (same !== undefined) return `Este link já é o do grupo ${same.id}. Nada mudou.`;
  if (request.kind === "add") return undefined;
  const { kind, id } = request;
  const group = known.find((one) => one.id === id);
  if (group === undefined) return `O grupo ${id} não existe. ${showNumbers}`;
  if (kind !== "reopen" || group.taken < (request.stopAt ?? group.stopAt)) return undefined;
  const taken = formatCount(group.taken);
  if (group.taken < group.stopAt)
    return `Lugares já dados no grupo ${id}: ${taken}. O número de --stop-at precisa ser maior que esse. Se o grupo não deve receber mais pessoas: ${call} full ${id}`;
  return `Os lugares do grupo ${id} já foram todos dados (${taken}). Para reabri-lo, aumente o limite: ${call} reopen ${id} --stop-at ${group.taken + morePlaces}   O limite pode passar do que cabe no grupo (${formatCount(group.members)}), porque nem todos os que apertam o botão entram.`;
}

function askAbout(known: readonly Group[], id: number): string {
  const question = `Tirar o grupo ${id} desta lista?`;
  if (known.length === 1)
    return `${question} Ele é o único: sem ele, o botão leva ao link de content/links.ts (${links.group}).`;
  const taken = known.find((group) => group.id === id)?.taken ?? 0;
  return `${question} Lugares dados nele: ${formatCount(taken)}. Essas pessoas ficam no grupo, mas o botão as levará a outro.`;
}

function save(database: Database, request: Change, now: number): Promise<unknown> {
  switch (request.kind) {
    case "add":
      return addGroup(database, { ...request, now });
    case "full":
      return closeGroup(database, { ...request, now });
    case "reopen":
      return reopenGroup(database, { ...request, now });
    case "replace":
      return replaceLink(database, request);
    case "remove":
      return removeGroup(database, request);
  }
}

async function tellChange(io: WithDatabase, request: Change): Promise<CommandOutcome> {
  await io.write("Feito. Vale em todos os servidores em até 1 segundo.\n\n");
  const known = await listGroups(io.database);
  await printGroups(io, known);
  const changed = known.find(({ link }) => "link" in request && link === request.link);
  const advice = changed && adviceOn(changed, request);
  if (advice !== undefined) await io.write(`\n${advice}\n`);
  return done;
}

/** What the operator may want to do next with a group whose link is new. */
function adviceOn({ id, link, stopAt }: Group, { kind }: Change): string | undefined {
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
    `Para pôr um grupo: ${call} add <link>`,
  ];
  const lines = known.length === 0 ? none : [...known.flatMap(describe), "", describeWay(known)];
  for (const line of lines) await write(`${line}\n`);
  return done;
}

const states = { open: "aberto", closed: "fechado à mão", "no-places": "cheio, pela contagem" };

function describe({ id, link, members, stopAt, taken, saidFull, state }: Group): string[] {
  const places = `Lugares dados: ${formatCount(taken)} de ${formatCount(stopAt)} (cabem ${formatCount(members)}).`;
  const said =
    saidFull === 0 ? "" : ` Pessoas que disseram que está cheio: ${formatCount(saidFull)}.`;
  return [`Grupo ${id}: ${states[state]}. ${places}${said}`, `  ${escapeForTerminal(link)}`];
}

function describeWay(known: readonly Group[]): string {
  const [first, second] = known.filter(({ state }) => state === "open");
  if (first === undefined)
    return `Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios. Ponha outro agora: ${call} add <link>`;
  const now = `Agora as pessoas vão para o grupo ${first.id}.`;
  if (second !== undefined) return `${now} Quando ele encher, vão para o grupo ${second.id}.`;
  const almost = isNearlyFull(known) ? ", e ele está quase cheio" : "";
  return `${now}\nDepois dele não há outro grupo aberto${almost}. Para pôr mais um: ${call} add <link>`;
}
