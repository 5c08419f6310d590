import { setImmediate as nextTurn } from "node:timers/promises";
import { account } from "#server/account/facts.ts";
import { copies } from "#server/copies/facts.ts";
import { deliveries } from "#server/deliveries/facts.ts";
import { readEvent } from "#server/event/choices.ts";
import { event } from "#server/event/facts.ts";
import { type Asked, type Fact, type Look, type Subject, trouble } from "#server/facts/fact.ts";
import { groups } from "#server/groups/facts.ts";
import { messages } from "#server/messages/facts.ts";
import { page } from "#server/pages/facts.ts";
import { room } from "#server/room/room.ts";
import { signUps } from "#server/sign-up/facts.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import type { Database } from "#server/store/schema.ts";
import { store } from "./store-facts.ts";
import { lastingIn, readTroubles } from "./trouble.ts";

/** All subjects that have facts, in the order in which the operator reads them on the night of the class. */
export const subjects = {
  signUps,
  event,
  groups,
  room,
  deliveries,
  account,
  messages,
  page,
  store,
  copies,
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

export type Facts = Record<SubjectName, readonly Fact[]>;

/** Reads all facts except those that only `doctor` reads. */
export async function readAllFacts(look: Look, failed?: Failed): Promise<Facts> {
  const read = async (name: SubjectName) => readFacts(subjects[name], look, failed);
  return {
    signUps: await read("signUps"),
    event: await read("event"),
    groups: await read("groups"),
    room: await read("room"),
    deliveries: await read("deliveries"),
    account: await read("account"),
    messages: await read("messages"),
    page: await read("page"),
    store: await read("store"),
    copies: await read("copies"),
  };
}

/**
 * The part of a `Look` that only the store knows: the operator's choices about the event, and when each lasting alarm
 * began.
 */
export async function standingIn(database: Database) {
  const { override } = await readEvent(database);
  return { override, lasting: lastingIn(await readTroubles(database)) };
}

/**
 * Reads the facts of a subject for the panel and the watch. Waiting requests are answered first: SQLite works in the
 * thread that stores the sign-ups, and reading all subjects without a pause would keep sign-ups waiting.
 */
export async function readFacts(subject: Subject, look: Look, failed?: Failed): Promise<Fact[]> {
  await nextTurn();
  try {
    return (await subject.facts?.(look)) ?? [];
  } catch (error) {
    failed?.(error);
    return [unreadable(subject, error)];
  }
}

type Failed = (error: unknown) => void;

/** Reads the facts of a subject that only `doctor` reads. */
export async function* askFacts(subject: Subject, asked: Asked): AsyncGenerator<Fact> {
  try {
    yield* (await subject.asked?.(asked)) ?? [];
  } catch (error) {
    yield unreadable(subject, error);
  }
}

/** The fact that the facts of a subject cannot be read. */
function unreadable({ title }: Subject, error: unknown): Fact {
  // The message of a database driver is not shown, because it could quote data of a visitor.
  const reason = outageReason(error) ?? "um erro do programa";
  return trouble(title, `Não foi possível ler (${reason}).`, "Tente de novo.", {
    onServer: "doctor",
  });
}
