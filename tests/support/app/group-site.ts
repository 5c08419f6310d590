import pino from "pino";
import { vi } from "vitest";
import { passOf, personOf } from "#server/store/pass.ts";
import { openApp, type Special } from "./app.ts";
import { builtPage, eventPagesOf } from "./pages.ts";

const key = "link-key";

export const groupsNow = Date.parse("2026-11-11T22:00:00Z");

let people = 0;

/** The query of the group link that a new person gets. */
export function passQuery(linkKey = key): string {
  people += 1;
  return `inscricao=${passOf(linkKey, personOf(linkKey, `person${people}@example.com`))}`;
}

type Line = { msg: string; group?: number };

/** The application with a page for the case that all groups are full, and with its log. */
export async function openGroupSite(special: Special = {}) {
  // The fixed clock prevents that a press is too late for the store on a machine that was stopped for seconds.
  vi.spyOn(performance, "now").mockReturnValue(0);
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  const pages = new Map([
    ["/grupo/outro", builtPage("<html>todos cheios</html>")],
    [
      "/inscricao-recebida",
      builtPage('<a href="/grupo">entrar</a><a href="/grupo/outro">outro</a>'),
    ],
  ]);
  const eventPages = eventPagesOf(pages);
  const deps = { linkKey: () => key, clock: () => groupsNow, log, eventPages };
  const { app, database } = await openApp({ ...deps, ...special });
  const ask = async (path: string, init?: RequestInit) => app.request(path, init);
  return { ask, database, logged: (): Line[] => lines.map((line) => JSON.parse(line)) };
}

export async function locationOf(answer: Promise<Response>): Promise<string | null> {
  return (await answer).headers.get("location");
}
