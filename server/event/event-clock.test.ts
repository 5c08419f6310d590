import pino from "pino";
import { expect, test } from "vitest";
import type { EventPlan } from "#event/edition.ts";
import { phaseAt } from "#event/phase.ts";
import type { Database } from "#server/store/schema.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import {
  openTemporaryDatabase,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { createEventClock, type EventClock, savePhase, saveStart } from "./choices.ts";

const event: EventPlan = { ...frozenLaunch.event, year: 2026 };
const now = Date.parse("2026-11-11T20:10:00-03:00");
const movedTo = Date.parse("2026-11-12T20:00:00-03:00");

test("what the operator does reaches two servers, and their logs", async () => {
  const database = await temporaryDatabase("sqlite");
  const servers = [await startServer(database), await startServer(database)];
  const reach = async (phase: string) => {
    for (const { eventClock } of servers) await eventClock.ask();
    expect(servers.map((server) => server.phase())).toEqual([phase, phase]);
  };
  await reach("live");
  for (const name of ["waiting", undefined, "cancelled", "over"] as const) {
    await savePhase(database, { edition: 2026, phase: name, now });
    await reach(name ?? "live");
  }
  await savePhase(database, { edition: 2026, phase: undefined, now });
  await reach("live");
  await saveStart(database, { edition: 2026, movedTo, now });
  await reach("before");
  await saveStart(database, { edition: 2026, movedTo: undefined, now });
  await reach("live");
  await database.updateTable("event").set({ room_link: "https://sala.example/" }).execute();
  await reach("live");
  for (const { lines, eventClock } of servers) {
    expect(eventClock.roomLink()).toBe("https://sala.example/");
    expect(lines("A aula foi mudada à mão.")).toHaveLength(7);
    expect(lines("A página passou para outro momento da aula.")).toMatchObject([
      { level: 30, was: "live", phase: "waiting" },
      { was: "waiting", phase: "live" },
      { was: "live", phase: "cancelled" },
      { was: "cancelled", phase: "over" },
      { was: "over", phase: "live" },
      { was: "live", phase: "before" },
      { was: "before", phase: "live" },
    ]);
  }
});

test("a server knows the choice and the key as soon as it has started", async () => {
  const database = await temporaryDatabase("sqlite");
  await savePhase(database, { edition: 2026, phase: "waiting", now });
  const server = await startServer(database);
  expect(server.phase()).toBe("waiting");
  expect(server.eventClock.linkKey()).toMatch(/^[\da-f]{64}$/);
  expect(server.lines("")).toEqual([]);
});

test("while the store fails the last answer counts, and the log says so", async () => {
  const { database, close } = await openTemporaryDatabase();
  await savePhase(database, { edition: 2026, phase: "waiting", now });
  const server = await startServer(database);
  await close();
  for (let asked = 0; asked < 3; asked += 1) await server.eventClock.ask();
  expect(server.lines("Não foi possível ler")).toMatchObject([{ level: 40 }]);
  expect(server.phase()).toBe("waiting");
});

type Server = {
  eventClock: EventClock;
  phase(): string;
  /** The lines of the log whose message has this text. */
  lines(text: string): Array<Record<string, unknown>>;
};

/** The event clock of one server at ten past eight on the night of the event. */
async function startServer(database: Database): Promise<Server> {
  const written: Array<Record<string, unknown>> = [];
  const log = pino({}, { write: (line) => written.push(JSON.parse(line)) });
  const eventClock = createEventClock({ signUpDatabase: database, log, clock: () => now, event });
  await eventClock.ask();
  return {
    eventClock,
    phase: () => phaseAt(event, now, eventClock.override()),
    lines: (text) => written.filter(({ msg }) => String(msg).includes(text)),
  };
}
