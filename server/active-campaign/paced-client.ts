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

/** Sends each request when its turn comes, and waits for the answer before the next request. */
export type PacedClient = {
  read: Read;
  /** Sends a request that changes something. Each of our requests can be sent again without harm. */
  send(method: "POST" | "DELETE", path: string, body?: unknown): Promise<Answer>;
};

/** Sends requests one after the other, so that ActiveCampaign gets no more of them than it allows. */
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
  /** True if this process may send a request now. The courier needs its lease to send. */
  maySend?: () => Promise<boolean>;
  /** How often a request is repeated at once when it failed by chance; each repeat waits for its own turn. */
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
/** ActiveCampaign allows five requests a second for a whole account, and a hundred imports a minute. */
export const courierPerSecond = 5;
/** While a command sends requests too, one of the five requests a second is for the command. */
export const courierPerSecondBesideCommand = 4;
const importGapMs = 600;

/**
 * The turns of the courier's requests, kept in memory, by a clock that only goes forward. Requests are sent at even
 * intervals. Each request counts until a second after its answer, because it arrived at some time before the answer: so
 * no second has more than `perSecond` requests, however the network delays them.
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
 * A client of ActiveCampaign for the operator's commands. It takes each of its turns in the store, so that the courier
 * knows of it. It sends one request a second and repeats none: a command reports the answer at once, so that the
 * operator does not wait.
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
