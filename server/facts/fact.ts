import type { EventPlan, Override } from "#event/edition.ts";
import { commandLine } from "#phrases/command-line.ts";
import { type Action, type Answer, commandOf } from "#server/actions/action.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/schema.ts";
import type { Sleep } from "#server/waiting.ts";

/**
 * Something that the operator may want to know, in words. A subject makes each fact once: the panel shows the fact,
 * `doctor` prints it, and the watch sends it to the phone if it has an alarm.
 */
export type Fact = {
  /** What the fact is about, in few words: also the title of a message. */
  name: string;
  value: string;
  level: Level;
  /** What the operator should do. A fact that is fine has no `todo`. */
  todo?: string;
  /** The actions that change what the fact says: buttons in the panel, commands in the shell. */
  answers?: readonly Answer[];
  /** The words after `npm run leads --` of a command that tells more, for a person who works at the server. */
  onServer?: string;
  /** How full a group is, from 0 to 1: the panel draws a bar. */
  share?: number;
  /**
   * The fact must be fine by the evening of the class: `doctor` fails from 48 hours before. No message is sent about
   * it.
   */
  due?: "evening";
  /** The trouble can wait until the class is over, because no lead is lost and no visitor is turned away. */
  canWait?: true;
  /** The alarm's name: the watch sends a message when the fact becomes trouble, and when the trouble ends. */
  alarm?: AlarmName;
};

/**
 * The names of alarms in the log, the store and messages: docs/operacao/alarmes.md lists them. A name never changes,
 * because monitoring may look for it.
 */
export const alarmNames = [
  "gravacao-parada",
  "grupos-cheios",
  "grupos-quase-cheios",
  "grupo-talvez-cheio",
  "sem-inscricoes",
  "muitos-erros",
  "disco-quase-cheio",
  "activecampaign-nao-aceita",
  "entrega-atrasada",
  "lead-recusado",
  "copias-atrasadas",
  "apagamento-parado",
] as const;

type AlarmName = (typeof alarmNames)[number];

type Level = "fine" | "notice" | "trouble";

type More = Pick<Fact, "alarm" | "canWait" | "answers" | "onServer" | "share">;

export function fine(name: string, value: string, more?: More): Fact {
  return { name, value, level: "fine", ...more };
}

export function notice(name: string, value: string, todo: string, more?: More): Fact {
  return { name, value, level: "notice", todo, ...more };
}

export function trouble(name: string, value: string, todo: string, more?: More): Fact {
  return { name, value, level: "trouble", todo, ...more };
}

/** A notice that must have ended by the evening of the class. */
export function dueByEvening(name: string, value: string, todo: string, more?: More): Fact {
  return { name, value, level: "notice", todo, due: "evening", ...more };
}

/** The commands for a fact: one for each of its actions, and the command that tells more. */
export function commandsFor({ answers = [], onServer }: Fact): string[] {
  const commands = answers.map(commandOf);
  return onServer === undefined ? commands : [...commands, `${commandLine.call} ${onServer}`];
}

/** Returns what to do and the commands for it, for a text without buttons, as in the log and in `doctor`. */
export function adviceOn(fact: Fact): string {
  return [fact.todo, commandsFor(fact).join("; ")].filter((part) => part).join(" ");
}

export function urgentFirst(facts: readonly Fact[]): Fact[] {
  return [...facts.filter(({ canWait }) => !canWait), ...facts.filter(({ canWait }) => canWait)];
}

/** The data from which facts are made. */
export type Look = {
  now: number;
  database: Database;
  config: Config;
  event: EventPlan;
  override: Override | undefined;
  /** Reads the free space on the disk that contains a folder. */
  readDisk: (
    folder: string,
  ) => Promise<{ freeBytes: number; freeShare: number; isInMemory?: boolean }>;
  /** The alarms that have not ended, and when each began. */
  lasting: ReadonlyMap<string, number>;
  /** The name of the version that runs; undefined outside of a server that was published. */
  version?: string | undefined;
  /** What TRUSTED_PROXIES should be, if the newest visit to this process shows that it is too low. */
  neededProxies?: number | undefined;
};

/** The data for the facts that only `doctor` reads: these need the network, or read whole tables. */
export type Asked = Look & {
  clock: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
  /** The folder of the built site, and the folder of the owner's pictures. */
  folders: { site: string; pictures: string };
};

/** A part of the product, with facts about it and actions that change it. */
export type Subject = {
  title: string;
  /** The word with which `npm run leads -- <word>` prints the facts of the subject. */
  word?: string;
  actions?: readonly Action[];
  /** The facts that the panel and the watch read again and again. */
  facts?: (look: Look) => Fact[] | Promise<Fact[]>;
  /** The facts that only `doctor` reads, each as soon as it is known. */
  asked?: (asked: Asked) => AsyncIterable<Fact> | Promise<Fact[]>;
};
