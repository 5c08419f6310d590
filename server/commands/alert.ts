import { alert as phrases } from "#phrases/commands/alert.ts";
import { readTroubles } from "#server/store/panel/troubles.ts";
import { testMessage } from "#server/watch/message.ts";
import { createSendRequest, type RequestOutcome } from "#server/watch/send-request.ts";
import type { Way } from "#server/watch/teller.ts";
import { troublesOf } from "#server/watch/trouble.ts";
import { openWays } from "#server/watch/ways.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { formatTime } from "./printing/text.ts";

export const alert: Command = {
  needs: "database",
  usage: "[--test]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: { test: { type: "boolean", about: phrases.test } },
  async run(io, { switches }) {
    return switches.has("test") ? sendTest(io) : showTroubles(io);
  },
};

async function showTroubles(io: WithDatabase): Promise<CommandOutcome> {
  const rows = (await readTroubles(io.database)).filter(({ over_at }) => over_at === null);
  const began = new Map(rows.map(({ name, began_at }) => [name, began_at]));
  for (const { name, sentence, command } of troublesOf(new Set(began.keys()))) {
    const since = formatTime(began.get(name) ?? 0);
    await io.write(`${phrases.trouble({ since, sentence, command })}\n`);
  }
  if (rows.length === 0) await io.write(`${phrases.noTroubles}\n`);
  const names = waysOf(io).map(({ name }) => name);
  await io.write(`${names.length === 0 ? phrases.noWays : phrases.ways(names)}\n`);
  return done;
}

async function sendTest(io: WithDatabase): Promise<CommandOutcome> {
  const ways = waysOf(io);
  const { heartbeatUrl } = io.config.alerts;
  if (ways.length === 0 && heartbeatUrl === undefined)
    return failed(phrases.noWays, phrases.configure);
  const { signal } = new AbortController();
  const message = testMessage(io.config.siteUrl, io.clock());
  let isWell = true;
  const report = async (
    name: string,
    outcome: RequestOutcome,
    accepted: typeof phrases.accepted,
  ) => {
    isWell &&= outcome.kind === "accepted";
    await io.write(`${lineOf(name, outcome, accepted)}\n`);
  };
  for (const way of ways) await report(way.name, await way.send(message, signal), phrases.accepted);
  if (heartbeatUrl !== undefined) {
    const outcome = await openSendRequest(io)(heartbeatUrl, { method: "GET" }, signal);
    const name = `HEARTBEAT_URL (${new URL(heartbeatUrl).hostname})`;
    await report(name, outcome, phrases.heartbeatAccepted);
  }
  return isWell ? done : failed(phrases.correct);
}

function lineOf(name: string, outcome: RequestOutcome, accepted: typeof phrases.accepted): string {
  switch (outcome.kind) {
    case "accepted":
      return accepted(name, outcome.status);
    case "failed":
      return phrases.refused(name, outcome.reason);
    case "interrupted":
      return phrases.refused(name, outcome.kind);
  }
}

function waysOf(io: WithDatabase): Way[] {
  const { config, clock } = io;
  return openWays({ ...io, ...config, steadyClock: clock, sendRequest: openSendRequest(io) });
}

function openSendRequest({ fetch, clock }: WithDatabase) {
  return createSendRequest({ fetch, steadyClock: clock, noteDate: () => {} });
}
