import { takeCommandTurn } from "#server/store/courier.ts";
import type { Database } from "#server/store/schema.ts";
import type { Sleep } from "#server/waiting.ts";
import { type Answer, interrupted } from "./answer.ts";
import {
  type ActiveCampaign,
  type ActiveCampaignSettings,
  type ApiRequest,
  connectActiveCampaign,
} from "./client.ts";

/** Sends a GET request, and says what its answer means. */
export type Read = (path: string) => Promise<Answer>;

/** Sends each request when its turn comes, and waits for the answer: one request is under way at a time. */
export type PacedClient = {
  read: Read;
  /** Sends a request that changes something. All that we send can be sent again without harm. */
  send(method: "POST" | "DELETE", path: string, body?: unknown): Promise<Answer>;
};

/** Lets requests go one after the other, so that ActiveCampaign gets no more than it takes. */
export type Turns = {
  /** How long to wait for the turn of the next request: 0 if it may be sent now. */
  msUntilTurn(path: string): Promise<number>;
  send(path: string, request: () => Promise<Answer>): Promise<Answer>;
};

export type PacedClientDeps = {
  activeCampaign: ActiveCampaign;
  turns: Turns;
  sleep: Sleep;
  stopped: AbortSignal;
  /** Whether this process may send a request now. The courier needs its lease for this. */
  maySend?: () => Promise<boolean>;
  /** How often a request is repeated at once, each time in its own turn, when it failed by chance. */
  maxRepeats?: number;
};

export function createPacedClient(deps: PacedClientDeps): PacedClient {
  const { activeCampaign, turns, sleep, stopped, maySend, maxRepeats = 0 } = deps;
  async function sendOnce(request: ApiRequest): Promise<Answer> {
    for (;;) {
      if (stopped.aborted) return interrupted;
      const waitMs = await turns.msUntilTurn(request.path);
      if (waitMs <= 0) break;
      await sleep(waitMs, stopped);
    }
    if (maySend !== undefined && !(await maySend())) return interrupted;
    return turns.send(request.path, () => activeCampaign(request, stopped));
  }
  async function send(request: ApiRequest): Promise<Answer> {
    let answer = await sendOnce(request);
    for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
      if (answer.kind !== "failed" || !answer.byChance) break;
      answer = await sendOnce(request);
    }
    return answer;
  }
  return {
    read: (path) => send({ method: "GET", path }),
    send: (method, path, body) => send({ method, path, body }),
  };
}

export const bulkImportPath = "/import/bulk_import";

const secondMs = 1_000;
/** ActiveCampaign takes five requests a second from a whole account, and a hundred imports a minute. */
export const courierPerSecond = 5;
/** While a command asks too, one of the five is for the command. */
export const courierPerSecondBesideCommand = 4;
const importGapMs = 600;

/**
 * The turns of the courier, kept in memory. Its clock only goes forward. Requests are sent at even intervals. Each counts
 * until a second after its answer, because it arrived at some time before the answer: so no second has more than
 * `perSecond` requests, however the network delays them.
 */
export function createPace(perSecond: () => Promise<number>, steadyClock: () => number): Turns {
  // Another process may have sent a request just before, so the first turn comes a second later.
  let nextAt = steadyClock() + secondMs;
  let nextImportAt = -Infinity;
  const answered: number[] = [];
  return {
    async msUntilTurn(path) {
      const allowed = await perSecond();
      const importAt = path === bulkImportPath ? nextImportAt : -Infinity;
      const room = (answered.at(-allowed) ?? -Infinity) + secondMs;
      return Math.max(nextAt, room, importAt) - steadyClock();
    },
    async send(path, request) {
      nextAt = steadyClock() + secondMs / courierPerSecond;
      try {
        return await request();
      } finally {
        answered.push(steadyClock());
        if (answered.length > courierPerSecond) answered.shift();
        if (path === bulkImportPath) nextImportAt = steadyClock() + importGapMs;
      }
    },
  };
}

type OperatorSurroundings = {
  clock: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
  database: Database;
};

/**
 * A client of ActiveCampaign for the operator's commands. It takes each of its turns in the store, where the courier sees
 * it, sends one request a second and asks once: a command says what was answered, and does not keep the operator waiting.
 */
export function connectOperatorClient(
  { clock, sleep, fetch, database }: OperatorSurroundings,
  settings: ActiveCampaignSettings,
): PacedClient {
  const { signal: stopped } = new AbortController();
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  let turnAt: number | undefined;
  const turns: Turns = {
    async msUntilTurn() {
      turnAt ??= await takeCommandTurn(database, clock());
      return turnAt - clock();
    },
    send(_, request) {
      turnAt = undefined;
      return request();
    },
  };
  return createPacedClient({ activeCampaign, turns, sleep, stopped });
}
