import { resolve } from "node:path";
import { expect, test } from "vitest";
import { firstPanelLink, linkMs, openSession, sessionMs } from "#server/panel/keys.ts";
import { settingsOf } from "#tests/support/app/app.ts";
import { frozenLaunch, frozenLinks as links } from "#tests/support/frozen-content.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { greeting } from "./greeting.ts";

const now = Date.parse("2026-11-11T20:10:00-03:00");
const byClock = { now, override: undefined, panelLink: undefined };

test("one line says when the class is, what the page says now, and whether that was chosen by hand", () => {
  expect(lines()).toContain("A aula: quarta-feira, 11/11/2026 20:00:00 (-03:00). Agora: ao vivo");
  const phase = { name: "waiting", since: now } as const;
  const override = { edition: 2026, phase, movedTo: now + 60_000, sequence: 1, changedAt: now };
  expect(lines({ ...byClock, override })).toContain(
    "A aula: quarta-feira, 11/11/2026 20:11:00 (-03:00). Agora: começa em alguns minutos (escolhido à mão)",
  );
});

test("one line says in which file the leads are, with its whole path", () => {
  expect(lines()).toContain(`Os leads ficam guardados em: ${resolve("data/leads.sqlite")}`);
});

test("a start prints one link into the panel, if there is no open link or session", async () => {
  const database = await temporaryDatabase("sqlite");
  const linkAt = (at: number, host = "https://black.example") =>
    firstPanelLink(database, { now: at, siteUrl: host });
  expect(await linkAt(now, "http://black.example")).toBeUndefined();
  const panelLink = (await linkAt(now)) ?? "";
  expect(lines({ ...byClock, panelLink }).at(-1)).toBe(
    `Nenhum aparelho está no painel. Este link entra nele, uma vez, por 10 minutos: ${panelLink}`,
  );
  expect(lines().join("")).not.toContain("painel");
  expect(await linkAt(now + linkMs - 1)).toBeUndefined();
  expect(await linkAt(now + linkMs)).toBeDefined();
  const [link = ""] = /[\w-]{43}$/.exec(panelLink) ?? [];
  expect(await openSession(database, { link, now })).toBeDefined();
  // At this time the second link has expired, but the session of the first link has not.
  expect(await linkAt(now + sessionMs - 1)).toBeUndefined();
});

function lines(present: Parameters<typeof greeting>[3] = byClock): string[] {
  return greeting(settingsOf({}), 3000, { links, event: frozenLaunch.event }, present);
}
