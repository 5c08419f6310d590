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

/** Everything about which there are facts, in the order in which the operator reads it on the night. */
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

/** Reads all facts but those that only `doctor` asks for. */
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

/** What of a look only the store knows: where the event stands, and since when which alarms last. */
export async function standingIn(database: Database) {
  const { override } = await readEvent(database);
  return { override, lasting: lastingIn(await readTroubles(database)) };
}

/**
 * The facts of a subject that the panel and the watch read. Requests that have come in the meantime are answered first:
 * SQLite works in the thread that stores the sign-ups, and all subjects in one go would keep them waiting.
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

/** The facts that only `doctor` reads. */
export async function* askFacts(subject: Subject, asked: Asked): AsyncGenerator<Fact> {
  try {
    yield* (await subject.asked?.(asked)) ?? [];
  } catch (error) {
    yield unreadable(subject, error);
  }
}

/** That facts cannot be read is a fact too. */
function unreadable({ title }: Subject, error: unknown): Fact {
  // The words of a driver could hold what a database quotes.
  const reason = outageReason(error) ?? "um erro do programa";
  return trouble(title, `Não foi possível ler (${reason}).`, "Tente de novo.", {
    onServer: "doctor",
  });
}
