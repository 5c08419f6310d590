import { resolve } from "node:path";
import { expect, test } from "vitest";
import { frozenLaunch, frozenLinks as links } from "#tests/support/frozen-content.ts";
import { readConfig } from "./config.ts";
import { greeting } from "./greeting.ts";

const now = Date.parse("2026-11-11T20:10:00-03:00");
const present = { now, override: undefined };

test("one line says when the class is, what the page says now, and whether that was chosen by hand", () => {
  const content = { links, launch: frozenLaunch };
  expect(greeting(config(), 3000, content, present)).toContain(
    "A aula: quarta-feira, 11/11/2026 20:00:00 (-03:00). Agora: a página diz que a aula está ao vivo, e mostra a entrada",
  );
  const phase = { name: "waiting", since: now } as const;
  const override = { edition: 2026, phase, movedTo: now + 60_000, sequence: 1, changedAt: now };
  expect(greeting(config(), 3000, content, { now, override })).toContain(
    "A aula: quarta-feira, 11/11/2026 20:11:00 (-03:00). Agora: a página diz que a aula começa em alguns minutos (escolhido à mão)",
  );
});

test("one line says in which file the leads are, with its whole path", () => {
  expect(lines(true)).toContain(`Os leads ficam guardados em: ${resolve("data/leads.sqlite")}`);
});

function lines(inPageFormSends: boolean): string[] {
  const launch = { ...frozenLaunch, inPageFormSends };
  return greeting(config(), 3000, { links, launch }, present);
}

function config() {
  const read = readConfig({});
  if (read.kind === "mistakes") throw new Error(read.mistakes.join("\n"));
  return read.config;
}
