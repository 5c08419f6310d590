import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import type { Phase } from "#event/phase.ts";
import { contextHeader } from "#lead/contract.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import type { CommandIo } from "#server/commands/command-line/command.ts";
import { isMadeUp, madeUpPerson, sendSignUps } from "./made-up-people.ts";
import { planPlay } from "./play.ts";

test("made-up people have addresses and telephone numbers that no person can have", () => {
  for (let number = 1; number <= 240; number += 1) {
    const { email, whatsapp } = madeUpPerson(number);
    expect(email).toMatch(/@example\.com$/);
    expect(readWhatsapp(whatsapp), whatsapp).toBeUndefined();
    expect(isMadeUp(email)).toBe(true);
  }
  expect(isMadeUp("ana@example.com")).toBe(false);
});

test("a sign-up that the server asks to send later is sent again after that time, and counted once", async () => {
  const answers = [429, 200];
  const { sent, waits } = await sendAll(() => answer(answers.shift() ?? 200));
  expect(sent).toEqual({ sent: 24, accepted: 24, waiting: 0 });
  expect(waits.filter((ms) => ms === 3_000)).toHaveLength(1);
});

test("a sign-up that the server never accepts is given up when the play is over", async () => {
  const { sent } = await sendAll(() => answer(503));
  expect(sent).toEqual({ sent: 24, accepted: 0, waiting: 0 });
});

test.each<[Phase, string]>([
  ["live", messages.wordings.current.notice],
  ["over", messages.wordings.currentNext.notice],
])("in the phase %s people are told %s", async (phase, wording) => {
  const { contexts } = await sendAll(() => answer(200), phase);
  expect(contexts[0]).toMatchObject({ surface: "popup", wording });
});

function answer(status: number): Response {
  return new Response("{}", { status, headers: { "retry-after": "3" } });
}

/** Sends all sign-ups of the play of one minute; the time passes only when something waits. */
async function sendAll(respond: () => Response, phase: Phase = "live") {
  const time = { now: 0 };
  const waits: number[] = [];
  const contexts: unknown[] = [];
  const io: Pick<CommandIo, "clock" | "sleep" | "fetch"> = {
    clock: () => time.now,
    async sleep(ms) {
      const began = time.now;
      waits.push(ms);
      await Promise.resolve();
      time.now = Math.max(time.now, began + ms);
    },
    async fetch(_, init) {
      const header = new Headers(init?.headers).get(contextHeader) ?? "";
      contexts.push(JSON.parse(decodeURIComponent(header)));
      return respond();
    },
  };
  const sent = { sent: 0, accepted: 0, waiting: 0 };
  const play = planPlay(launch.event, 0, 1);
  await sendSignUps(io, { url: "http://localhost", play, phase: () => phase, sent });
  return { sent, waits, contexts };
}
