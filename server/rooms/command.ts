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
import type { Database } from "#server/store/row-types.ts";
import {
  addRoom,
  askRoom,
  chooseRoom,
  isFull,
  listRooms,
  nextRoom,
  presentRoom,
  type Room,
  removeRoom,
  replaceRoom,
} from "./rooms.ts";

const call = `${commandLine.call} room`;
const showNumbers = `Para ver os números: ${call}`;
const maxPlaces = 1_000_000;

export const room: Command = {
  usage: "[list | add <link> | use <n> | replace <n> <link> | remove <n>] [--places <n>] [--yes]",
  summary: "mostra as salas da aula, e muda a qual delas /aovivo leva as pessoas",
  details: [
    "list, ou nada: mostra cada sala, quantas pessoas entraram, e a qual delas as pessoas vão.",
    "add: uma sala a mais; a primeira recebe as pessoas, as outras ficam de reserva. use: as pessoas vão para esta sala.",
    "replace: o link da sala mudou. remove: a sala sai desta lista.",
    "",
    "O comando abre o link novo uma vez, para ver se ele responde. Com --places, uma sala cheia passa as pessoas à próxima.",
    "Só da abertura da entrada ao fim da aula a página leva a uma sala. Veja docs/operacao/salas.md.",
  ],
  operands: { min: 0, max: 3 },
  options: {
    places: {
      type: "string",
      about: "quantas pessoas cabem na sala; sem esta opção, não há limite",
    },
    ...yesOption,
  },
  async run(context, input) {
    const request = readRequest(input);
    if (request.kind === "misused") return request;
    const io = await context.open();
    const known = await listRooms(io.database);
    if (request.kind === "list") return printRooms(io, known);
    const refusal = explainRefusal(known, request, io.config.siteUrl);
    if (refusal !== undefined) return failed(refusal);
    const question = await questionBefore(io, known, request);
    const agreed = question === undefined ? "agreed" : await confirm(io, input, question);
    if (agreed !== "agreed") return agreed;
    await save(io.database, request, await io.databaseClock(io.database));
    await io.write("Feito. Vale em todos os servidores em até 2 segundos.\n\n");
    return printRooms(io, await listRooms(io.database));
  },
};

type Change =
  | { kind: "add"; link: string; places: number | undefined }
  | { kind: "use"; id: number }
  | { kind: "remove"; id: number }
  | { kind: "replace"; id: number; link: string; places: number | undefined };

const operandsOf = new Map([
  ["list", 0],
  ["add", 1],
  ["use", 1],
  ["replace", 2],
  ["remove", 1],
]);

function readRequest({ operands, values }: CommandInput): { kind: "list" } | Change | Misused {
  const [typed = "list", first = "", second = ""] = operands;
  const kind = typed.toLowerCase();
  const wanted = operandsOf.get(kind);
  if (wanted === undefined)
    return misused(
      `room não conhece "${escapeForTerminal(typed)}". Escreva um destes: ${[...operandsOf.keys()].join(", ")}.`,
    );
  const extra = operands[wanted + 1];
  if (extra !== undefined) return misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
  const written = values.get("places");
  const places = readCount(written, maxPlaces);
  if (written !== undefined && kind !== "add" && kind !== "replace")
    return misused("A opção --places só vale com room add e room replace.");
  if (written !== undefined && places === undefined)
    return misused(
      `--places não aceita "${escapeForTerminal(written)}". Escreva um número de 1 a ${formatCount(maxPlaces)}.`,
    );
  if (kind === "list") return { kind };
  const id = readCount(first, maxPlaces);
  if (kind !== "add" && id === undefined)
    return misused(`"${escapeForTerminal(first)}" não é o número de uma sala. ${showNumbers}`);
  if (id !== undefined && (kind === "use" || kind === "remove")) return { kind, id };
  const typedLink = kind === "add" ? first : second;
  const link = readLink(typedLink);
  if (link === undefined)
    return misused(
      `"${escapeForTerminal(typedLink)}" não é o link de uma sala. Copie o link inteiro: ele começa com https://`,
    );
  return id === undefined || kind === "add"
    ? { kind: "add", link, places }
    : { kind: "replace", id, link, places };
}

/** Visitors are sent to this link from an address of our site, which they trust. */
function readLink(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isFit = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isFit ? url.href : undefined;
}

/** Says why a change is not possible with the rooms that are in the store; undefined if it is. */
function explainRefusal(
  known: readonly Room[],
  request: Change,
  siteUrl: string,
): string | undefined {
  if ("id" in request && !known.some(({ id }) => id === request.id))
    return `A sala ${request.id} não existe. ${showNumbers}`;
  if (!("link" in request)) return undefined;
  const { link: wanted } = request;
  if (new URL(wanted).origin === new URL(siteUrl).origin)
    return "Este link é da própria página, e não de uma sala. Copie o link na plataforma da aula.";
  const same = known.find(({ link }) => link === wanted);
  const isAnew = "id" in request && same?.id === request.id && request.places !== undefined;
  return same === undefined || isAnew
    ? undefined
    : `Este link já é o da sala ${same.id}. Nada mudou.`;
}

/** What the operator must agree to. A new link is asked once whether it answers. */
async function questionBefore(
  io: WithDatabase,
  known: readonly Room[],
  request: Change,
): Promise<string | undefined> {
  if (request.kind === "remove") return askAbout(known, request.id);
  if (request.kind === "use") return undefined;
  const reason = await askRoom(request.link, io.fetch);
  const said = `O link da sala ${reason ?? "respondeu"}.`;
  if (reason !== undefined) return `${said} Usar mesmo assim?`;
  await io.write(`${said}\n`);
  return undefined;
}

function askAbout(known: readonly Room[], id: number): string {
  const question = `Tirar a sala ${id} desta lista?`;
  const then = presentRoom(known.filter((one) => one.id !== id));
  if (then === undefined)
    return `${question} Ela é a única: sem ela, a entrada leva ao link de content/links.ts (${links.live}).`;
  return presentRoom(known)?.id === id
    ? `${question} As pessoas vão para ela agora; sem ela, vão para a sala ${then.id}.`
    : question;
}

function save(database: Database, request: Change, now: number): Promise<unknown> {
  switch (request.kind) {
    case "add":
      return addRoom(database, { ...request, now });
    case "use":
      return chooseRoom(database, { ...request, now });
    case "replace":
      return replaceRoom(database, request);
    case "remove":
      return removeRoom(database, request);
  }
}

/** Says of each room how many people have entered, and to which room people are led now and afterwards. */
async function printRooms({ write }: WithDatabase, known: readonly Room[]) {
  const present = presentRoom(known);
  const lines =
    present === undefined
      ? [
          `Não há salas no banco de dados: a entrada leva ao link de content/links.ts (${links.live}).`,
          `Para pôr uma sala: ${call} add <link>`,
        ]
      : [...known.flatMap((one) => linesOf(one, present)), "", describeWay(known, present)];
  for (const line of lines) await write(`${line}\n`);
  return done;
}

function linesOf(one: Room, present: Room): string[] {
  const { id, link, places, entered } = one;
  const other = isFull(one) ? "cheia" : "de reserva";
  const limit = places === null ? "sem limite" : `de ${formatCount(places)} lugares`;
  return [
    `Sala ${id}: ${one === present ? "recebe as pessoas" : other}. Entradas: ${formatCount(entered)}, ${limit}.`,
    `  ${escapeForTerminal(link)}`,
  ];
}

function describeWay(known: readonly Room[], present: Room): string {
  const now = `As pessoas vão para a sala ${present.id}.`;
  if (isFull(present))
    return `${now} Todas as salas estão cheias. Ponha outra agora: ${call} add <link>`;
  const next = nextRoom(known);
  if (next === undefined) return `${now} Não há outra de reserva. Para pôr uma: ${call} add <link>`;
  const whenFull = present.places === null ? "" : ` Quando ela encher, vão para a sala ${next.id}.`;
  return `${now}${whenFull} Se ela cair: ${call} use ${next.id}`;
}
