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
import { type RowRequest, readRowRequest, showNumbers } from "#server/command-line/row-request.ts";
import { formatCount, readCount } from "#server/command-line/text.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Writing } from "#server/store/row-types.ts";
import {
  addRoom,
  askRoom,
  changeRoom,
  chooseRoom,
  isFull,
  listRooms,
  nextRoom,
  presentRoom,
  type Room,
  removeRoom,
} from "./rooms.ts";

const call = `${commandLine.call} room`;
const maxPlaces = 1_000_000;

export const room: Command = {
  usage: "[list | add <link> | use <n> | replace <n> <link> | remove <n>] [--places <n>] [--yes]",
  summary: "mostra as salas da aula, e muda a qual delas /aovivo leva as pessoas",
  details: [
    "list, ou nada: mostra cada sala, quantas pessoas entraram, e a qual delas as pessoas vão.",
    "add: mais uma sala; a primeira recebe as pessoas. use: as pessoas vão para esta. replace: o link mudou. remove: ela sai da lista.",
    "O comando abre um link novo uma vez, para ver se responde. Veja docs/operacao/salas.md.",
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
    const request = readWanted(input);
    if (request.kind === "misused") return request;
    const io = await context.open();
    const { database } = io;
    const known = await listRooms(database);
    const { kind } = request;
    if (kind === "list") return printRooms(io, known);
    const refusal = explainRefusal(known, request, io.config.siteUrl);
    if (refusal !== undefined) return failed(refusal);
    const question = await questionBefore(io, known, request);
    const agreed = question === undefined ? "agreed" : await confirm(io, input, question);
    if (agreed !== "agreed") return agreed;
    const now = await io.databaseClock(database);
    await database.transaction().execute(async (writing) => {
      const id = await save(writing, request, now);
      await recordAction(writing, { at: now, action: `room ${kind}`, detail: String(id) });
    });
    await io.write("Feito. Vale em todos os servidores em até 2 segundos.\n\n");
    return printRooms(io, await listRooms(database));
  },
};

const words = {
  list: [],
  add: ["link"],
  use: ["id"],
  replace: ["id", "link"],
  remove: ["id"],
} as const;

type Wanted = RowRequest<keyof typeof words> & { places: number | undefined };

function readWanted(input: CommandInput): Wanted | Misused {
  const ofRoom = { name: "room", ofRow: "da sala", words, readLink, linkBegins: "https://" };
  const request = readRowRequest(input, ofRoom);
  if (request.kind === "misused") return request;
  const places = readCount(input.values.get("places"), maxPlaces);
  if (input.values.has("places") && (places === undefined || request.link === ""))
    return misused(
      `--places vale com add e replace, e é um número de 1 a ${formatCount(maxPlaces)}.`,
    );
  return { ...request, places };
}

/** Returns the number of the room. */
async function save(writing: Writing, { kind, ...room }: Wanted, now: number): Promise<number> {
  if (kind === "add") return addRoom(writing, { ...room, now });
  if (kind === "use") await chooseRoom(writing, { ...room, now });
  if (kind === "replace") await changeRoom(writing, room);
  if (kind === "remove") await removeRoom(writing, room);
  return room.id;
}

/** Visitors are sent to this link from an address of our site, which they trust. */
function readLink(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && url.username === "" ? url.href : undefined;
}

/** Says why a change is not possible with the rooms that are in the store; undefined if it is. */
function explainRefusal(known: readonly Room[], { id, link }: Wanted, siteUrl: string) {
  if (id > 0 && !known.some((one) => one.id === id))
    return `A sala ${id} não existe. ${showNumbers("room")}`;
  // The visitor would be led here again and again.
  if (link !== "" && new URL(link).origin === new URL(siteUrl).origin)
    return "Este link é da própria página. Copie o link da sala na plataforma da aula.";
  const same = known.find((one) => one.link === link && one.id !== id);
  return same && `Este link já é o da sala ${same.id}. Nada mudou.`;
}

/** What the operator must agree to. A new link is asked once whether it answers. */
async function questionBefore(
  { fetch, write }: WithDatabase,
  known: readonly Room[],
  { kind, id, link }: Wanted,
) {
  if (kind === "remove") {
    const then = presentRoom(known.filter((one) => one.id !== id));
    const to = then ? `à sala ${then.id}` : `ao link de content/links.ts (${links.live})`;
    return `Tirar a sala ${id} desta lista? Depois, a entrada leva ${to}.`;
  }
  if (link === "") return undefined;
  const reason = await askRoom(link, fetch);
  if (reason !== undefined) return `O link da sala ${reason}. Usar mesmo assim?`;
  await write("O link da sala respondeu.\n");
  return undefined;
}

/** Says of each room how many people have entered, and to which room people are led now and afterwards. */
async function printRooms({ write }: WithDatabase, known: readonly Room[]) {
  const present = presentRoom(known);
  for (const one of known) {
    const { id, link, places, entered } = one;
    const other = isFull(one) ? "cheia" : "de reserva";
    const limit = places === null ? "sem limite" : `de ${formatCount(places)} lugares`;
    await write(
      `Sala ${id}: ${one === present ? "recebe as pessoas" : other}. Entradas: ${formatCount(entered)}, ${limit}.\n  ${escapeForTerminal(link)}\n`,
    );
  }
  await write(`${describeWay(known, present)}\n`);
  return done;
}

function describeWay(known: readonly Room[], present: Room | undefined): string {
  if (present === undefined)
    return `Sem salas, a entrada leva ao link de content/links.ts (${links.live}). Para pôr uma: ${call} add <link>`;
  const now = `As pessoas vão para a sala ${present.id}.`;
  if (isFull(present)) return `${now} Todas estão cheias. Ponha outra agora: ${call} add <link>`;
  const next = nextRoom(known);
  if (next === undefined) return `${now} Não há outra de reserva. Para pôr uma: ${call} add <link>`;
  const whenFull = present.places === null ? "" : ` Quando ela encher, vão para a sala ${next.id}.`;
  return `${now}${whenFull} Se ela cair: ${call} use ${next.id}`;
}
