import { commandLine } from "#phrases/command-line.ts";
import { groups as phrases } from "#phrases/commands/groups.ts";
import { type CommandInput, type Misused, misused } from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { isChannel, readGroupLink } from "#server/store/groups/group-link.ts";

/** What the operator can ask for, and how many words follow. */
const words = [
  { name: "list", operands: 0 },
  { name: "add", operands: 1 },
  { name: "full", operands: 1 },
  { name: "reopen", operands: 1 },
  { name: "replace", operands: 2 },
  { name: "remove", operands: 1 },
] as const;

type Name = (typeof words)[number]["name"];

export const maxCount = 100_000;
const groupRoom = 1_024;
/** A group keeps some room, because people also come another way, for example by a forwarded invitation. */
const usualShare = 950 / groupRoom;

export type Change =
  | { kind: "add"; link: string; room: number; stopAt: number }
  | { kind: "full" | "remove"; id: number }
  | { kind: "reopen"; id: number; room: number | undefined; stopAt: number | undefined }
  | { kind: "replace"; id: number; link: string };

type Request = { kind: "list" } | Change;

export function readRequest(input: CommandInput): Request | Misused {
  const [typed = "list", ...operands] = input.operands;
  const word = words.find((known) => known.name === typed.toLowerCase());
  if (word === undefined)
    return misused(
      phrases.unknown(
        escapeForTerminal(typed),
        words.map((known) => known.name),
      ),
    );
  const { name } = word;
  const wrong = explainOperands(word, operands) ?? explainOption(name, input);
  if (wrong !== undefined) return wrong;
  const [first = "", second = ""] = operands;
  if (name === "list") return { kind: name };
  if (name === "add") return readNewGroup(first, input);
  const id = readCount(first);
  if (id === undefined) return misused(phrases.notGroup(escapeForTerminal(first)));
  if (name === "reopen") return readReopened(id, input);
  if (name === "replace") return readReplaced(id, second);
  return { kind: name, id };
}

function explainOperands(
  { name, operands }: (typeof words)[number],
  given: readonly string[],
): Misused | undefined {
  if (given.length < operands) return misused(missing(name));
  const extra = given[operands];
  return extra === undefined
    ? undefined
    : misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
}

function missing(name: Name): string {
  if (name === "replace") return phrases.replaceMissing;
  return name === "add" ? phrases.linkMissing : phrases.numberMissing;
}

function explainOption(name: Name, input: CommandInput): Misused | undefined {
  const [option] = input.values.keys();
  if (option === undefined || name === "add" || name === "reopen") return undefined;
  return misused(phrases.noOption(`--${option}`));
}

function readNewGroup(text: string, input: CommandInput): Change | Misused {
  const read = readLink(text);
  if (read.kind === "misused") return read;
  const places = readPlaces(input);
  if (places.kind === "misused") return places;
  const { room, stopAt } = isChannel(read.link) ? channelPlaces(places) : groupPlaces(places);
  if (stopAt > room)
    return misused(phrases.aboveRoom({ stopAt: formatCount(stopAt), room: formatCount(room) }));
  return { kind: "add", link: read.link, room, stopAt };
}

/** WhatsApp sets no limit to a channel. */
function channelPlaces({ room = maxCount, stopAt = room }: Places) {
  return { room, stopAt };
}

function groupPlaces({ room = groupRoom, stopAt }: Places) {
  return { room, stopAt: stopAt ?? Math.max(1, Math.floor(room * usualShare)) };
}

function readReopened(id: number, input: CommandInput): Change | Misused {
  const places = readPlaces(input);
  return places.kind === "misused" ? places : { ...places, kind: "reopen", id };
}

function readReplaced(id: number, text: string): Change | Misused {
  const read = readLink(text);
  return read.kind === "misused" ? read : { kind: "replace", id, link: read.link };
}

function readLink(text: string): { kind: "link"; link: string } | Misused {
  const read = readGroupLink(text);
  if (read.kind === "link") return read;
  return misused(phrases.refused(escapeForTerminal(text), read.reason));
}

type Places = { kind: "places"; room: number | undefined; stopAt: number | undefined };

function readPlaces({ values }: CommandInput): Places | Misused {
  const wrong = [...values].find(([, text]) => readCount(text) === undefined);
  if (wrong !== undefined) {
    const [option, text] = wrong;
    return misused(phrases.badCount(`--${option}`, escapeForTerminal(text), formatCount(maxCount)));
  }
  const [room, stopAt] = ["room", "stop-at"].map((option) => readCount(values.get(option)));
  return { kind: "places", room, stopAt };
}

/** Reads a number from 1, also with a dot between thousands, as the list of groups prints it. */
function readCount(text = ""): number | undefined {
  if (!/^\d{1,6}$|^\d{1,3}(\.\d{3})+$/.test(text)) return undefined;
  const count = Number(text.replaceAll(".", ""));
  return count >= 1 && count <= maxCount ? count : undefined;
}
