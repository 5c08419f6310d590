import type { Sleep } from "#server/waiting.ts";
import { type AnswerReading, isWorthRepeating, readAnswer } from "./answer-outcomes.ts";
import {
  type ActiveCampaign,
  type ActiveCampaignSettings,
  type Answer,
  type ApiRequest,
  connectActiveCampaign,
} from "./client.ts";

/** Sends a GET request, and says what its answer means. */
export type Read = (path: string) => Promise<AnswerReading>;

/** Sends each request when its turn comes, and waits for the answer: one request is under way at a time. */
export type PacedClient = {
  read: Read;
  /** Sends a request that changes something. All that we send can be sent again without harm. */
  send(method: "POST" | "DELETE", path: string, body?: unknown): Promise<AnswerReading>;
};

export type PacedClientDeps = {
  activeCampaign: ActiveCampaign;
  pace: Pace;
  sleep: Sleep;
  stopped: AbortSignal;
  /** Whether this process may send a request now. The courier needs its lease for this. */
  maySend?: () => Promise<boolean>;
  /** How often a request is repeated at once, each time in its own turn, when it failed by chance. */
  maxRepeats?: number;
};

export function createPacedClient(deps: PacedClientDeps): PacedClient {
  const { activeCampaign, pace, sleep, stopped, maySend, maxRepeats = 0 } = deps;
  async function sendOnce(request: ApiRequest): Promise<Answer> {
    for (;;) {
      if (stopped.aborted) return { kind: "interrupted" };
      const waitMs = pace.msUntilTurn(request.path);
      if (waitMs <= 0) break;
      await sleep(waitMs, stopped);
    }
    if (maySend !== undefined && !(await maySend())) return { kind: "interrupted" };
    return pace.send(request.path, () => activeCampaign(request, stopped));
  }
  async function sendAndRead(request: ApiRequest): Promise<AnswerReading> {
    let answer = await sendOnce(request);
    for (let repeats = 0; repeats < maxRepeats && isWorthRepeating(answer); repeats += 1)
      answer = await sendOnce(request);
    return readAnswer(answer);
  }
  return {
    read: (path) => sendAndRead({ method: "GET", path }),
    send: (method, path, body) => sendAndRead({ method, path, body }),
  };
}

export const bulkImportPath = "/import/bulk_import";

const secondMs = 1_000;
/** ActiveCampaign takes five requests a second from a whole account, and a hundred imports a minute. */
export const courierPerSecond = 5;
const importGapMs = 600;
/** The commands and the messages to the operator leave nearly the whole pace to the courier. */
const operatorPerSecond = 1;

/** The turns of the requests of one process, kept in memory. Its clock only goes forward. */
export type Pace = {
  msUntilTurn(path: string): number;
  send(path: string, request: () => Promise<Answer>): Promise<Answer>;
};

/**
 * Requests are sent at even intervals. Each counts until a second after its answer, because it arrived at some time
 * before the answer: so no second has more than `perSecond` requests, however the network delays them.
 */
export function createPace(perSecond: number, steadyClock: () => number): Pace {
  // Another request may have been sent until now.
  let nextAt = steadyClock() + secondMs;
  let nextImportAt = -Infinity;
  const answered: number[] = [];
  return {
    msUntilTurn(path) {
      const importAt = path === bulkImportPath ? nextImportAt : -Infinity;
      const room = (answered.at(-perSecond) ?? -Infinity) + secondMs;
      return Math.max(nextAt, room, importAt) - steadyClock();
    },
    async send(path, request) {
      nextAt = steadyClock() + secondMs / perSecond;
      try {
        return await request();
      } finally {
        answered.push(steadyClock());
        if (answered.length > perSecond) answered.shift();
        if (path === bulkImportPath) nextImportAt = steadyClock() + importGapMs;
      }
    },
  };
}

type OperatorSurroundings = { clock: () => number; sleep: Sleep; fetch: typeof fetch };

/**
 * A client of ActiveCampaign for the operator's commands. It sends one request a second and asks once: a command says what
 * was answered, and does not keep the operator waiting.
 */
export function connectOperatorClient(
  { clock, sleep, fetch }: OperatorSurroundings,
  settings: ActiveCampaignSettings,
): PacedClient {
  const { signal: stopped } = new AbortController();
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  const pace = createPace(operatorPerSecond, clock);
  return createPacedClient({ activeCampaign, pace, sleep, stopped });
}
