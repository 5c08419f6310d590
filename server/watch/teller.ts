import { logLines } from "#phrases/log-lines.ts";
import type { TroubleName } from "#phrases/troubles.ts";
import type { Log } from "#server/log.ts";
import {
  claimTelling,
  recordTold,
  releaseTelling,
  type TroubleRow,
  untoldOf,
} from "#server/store/panel/troubles.ts";
import type { Database } from "#server/store/tables.ts";
import { type Message, troubleMessage } from "./message.ts";
import type { RequestOutcome } from "./send-request.ts";
import { isTroubleName } from "./trouble.ts";

/** One way to the operator: an address, or an e-mail through ActiveCampaign. */
export type Way = {
  /** How the operator recognizes it; not the whole address, which is a secret. */
  name: string;
  send(message: Message, stopped: AbortSignal): Promise<RequestOutcome>;
};

export type TellerDeps = {
  database: Database;
  storeClock: () => Promise<number>;
  log: Log;
  ways: readonly Way[];
  site: string;
  steadyClock: () => number;
};

export type Teller = {
  /** Tells what the table holds untold. Only one process sends each message. */
  tellStored(rows: readonly TroubleRow[], stopped: AbortSignal): Promise<void>;
  /** Tells that the store fails, which no table can hold. Returns true once it was told. */
  tellOutage(at: number, stopped: AbortSignal): Promise<boolean>;
};

/** After a failure the next try waits 15, 30, 60 … 300 s. */
const firstWaitMs = 15_000;
const maxWaitMs = 300_000;

type Memory = {
  failures: number;
  nextTryAt: number;
  /** What was sent and could not be recorded: it must not be sent again. */
  unrecorded: Set<string>;
};

export function createTeller(deps: TellerDeps): Teller {
  const memory: Memory = { failures: 0, nextTryAt: -Infinity, unrecorded: new Set() };
  const mayTry = () => deps.ways.length > 0 && deps.steadyClock() >= memory.nextTryAt;
  return {
    async tellStored(rows, stopped) {
      for (const row of rows) {
        if (stopped.aborted || !mayTry()) return;
        if (untoldOf(row) !== undefined && isTroubleName(row.name))
          await tellOne({ ...deps, memory, stopped }, row.name);
      }
    },
    async tellOutage(at, stopped) {
      const outage = { name: "gravacao-parada", state: "began", at } as const;
      return mayTry() && send({ ...deps, memory, stopped }, troubleMessage(outage, deps.site));
    },
  };
}

type Telling = TellerDeps & { memory: Memory; stopped: AbortSignal };

async function tellOne(telling: Telling, name: TroubleName): Promise<void> {
  const { database, storeClock, site, memory } = telling;
  const untold = await claimTelling(database, name, await storeClock());
  if (untold === undefined) return;
  const { state, at } = untold;
  const key = `${name} ${state} ${at}`;
  const isSent =
    memory.unrecorded.has(key) || (await send(telling, troubleMessage({ name, state, at }, site)));
  if (!isSent) return releaseTelling(database, name);
  memory.unrecorded.add(key);
  await recordTold(database, { name, state }, await storeClock());
  memory.unrecorded.delete(key);
}

/** Sends a message on all ways at once. One that arrives is enough, so that the others bring no second message later. */
async function send(telling: Telling, message: Message): Promise<boolean> {
  const { ways, log, stopped, steadyClock, memory } = telling;
  const { name: trouble, state } = message;
  const answers = await Promise.all(ways.map((way) => way.send(message, stopped)));
  if (answers.some(({ kind }) => kind === "accepted")) {
    memory.failures = 0;
    log.info({ trouble, state }, logLines.messageSent);
    return true;
  }
  if (stopped.aborted) return false;
  const reasons = answers.map((answer) => (answer.kind === "failed" ? answer.reason : answer.kind));
  if (memory.failures === 0) log.warn({ trouble, state, reasons }, logLines.messageNotSent);
  memory.nextTryAt = steadyClock() + Math.min(firstWaitMs * 2 ** memory.failures, maxWaitMs);
  memory.failures += 1;
  return false;
}
