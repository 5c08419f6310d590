import pino from "pino";
import { vi } from "vitest";
import { createEventClock } from "#server/event/choices.ts";
import { readCounts, timesOf } from "#server/figures/figures.ts";
import { chooseRoom } from "#server/room/room.ts";
import type { Database } from "#server/store/schema.ts";
import { type Engine, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { appOver, type Special } from "./app.ts";
import { eventPlan } from "./event-plan.ts";
import { builtPage, eventPagesOf } from "./pages.ts";

/** A time ten minutes after the beginning of the class. */
export const classNow = Date.parse("2026-11-11T20:10:00-03:00");

const key = "link-key";

export function roomLink(number: number): string {
  return `https://sala${number}.example/aula`;
}

type Line = { msg: string };

/** The application during the class, which is in the first room. */
export async function openRoomSite(special: Special = {}, engine: Engine = "sqlite") {
  // The fixed clock prevents that an entry is too late for the store on a machine that was stopped for seconds.
  vi.spyOn(performance, "now").mockReturnValue(0);
  const database = await temporaryDatabase(engine);
  await chooseRoom(database, roomLink(1));
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  const pages = new Map([["/aovivo", builtPage("<html>a página da sala</html>")]]);
  const eventPages = eventPagesOf(pages, { event: eventPlan });
  const clock = () => classNow;
  const eventClock = createEventClock({
    signUpDatabase: database,
    log,
    clock,
    event: eventPlan,
  });
  await eventClock.ask();
  const app = appOver(database, {
    linkKey: () => key,
    roomLink: eventClock.roomLink,
    clock,
    log,
    eventPages,
    trustedProxies: 1,
    allowedOrigins: ["https://black.example"],
    ...special,
  });
  /** Returns where a request with these headers leads. Each call without an address uses a new address. */
  let visitors = 0;
  const ask = (path = "/aovivo", { headers, ...init }: RequestInit = {}) => {
    visitors += 1;
    const address = `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`;
    return app.request(path, { ...init, headers: { "x-forwarded-for": address, ...headers } });
  };
  return {
    database,
    ask,
    enter: async (path?: string, init?: RequestInit) =>
      (await ask(path, init)).headers.get("location"),
    follow: eventClock.ask,
    logged: (): Line[] => lines.map((line) => JSON.parse(line)),
  };
}

/** How many entries into the room were counted. */
export async function entered(database: Database): Promise<number> {
  return timesOf("entered", await readCounts(database, 0));
}
