import { type AnswerReading, isWorthRepeating, readAnswer } from "./answers.ts";
import type { ActiveCampaign, Answer, ApiRequest } from "./client.ts";

/** Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

/** Sends one request when its turn comes, and waits for the answer. One request is under way at a time. */
export type PacedClient = (request: ApiRequest) => Promise<Answer>;

/** Sends a GET request and reads its answer. */
export type Read = (path: string) => Promise<AnswerReading>;

export const importPath = "/import/bulk_import";

const secondMs = 1_000;
/** ActiveCampaign takes five requests a second from a whole account, and a hundred imports a minute. */
export const courierPerSecond = 5;
const importGapMs = 600;
/** The commands and the messages to the operator leave nearly the whole pace to the courier. */
export const operatorPerSecond = 1;

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
      const importAt = path === importPath ? nextImportAt : -Infinity;
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
        if (path === importPath) nextImportAt = steadyClock() + importGapMs;
      }
    },
  };
}

export type PacedClientDeps = {
  activeCampaign: ActiveCampaign;
  pace: Pace;
  sleep: Sleep;
  stopped: AbortSignal;
  /** Sends only while the process may; undefined if it may no longer. The courier needs its lease for this. */
  guard?: (send: () => Promise<Answer>) => Promise<Answer | undefined>;
};

export function createPacedClient(deps: PacedClientDeps): PacedClient {
  const { activeCampaign, pace, sleep, stopped, guard = (send) => send() } = deps;
  return async (request) => {
    for (;;) {
      if (stopped.aborted) return { kind: "interrupted" };
      const waitMs = pace.msUntilTurn(request.path);
      if (waitMs <= 0) break;
      await sleep(waitMs, stopped);
    }
    const send = () => pace.send(request.path, () => activeCampaign(request, stopped));
    return (await guard(send)) ?? { kind: "interrupted" };
  };
}

const maxRepeats = 3;

/**
 * Repeats a request at once when it fails by chance, each time in its own turn: every request can be repeated without
 * harm. Without repeats, one bad answer of four would fail the delivery of the whole lead.
 */
export function withRepeats(client: PacedClient): PacedClient {
  return async (request) => {
    let answer = await client(request);
    for (let repeats = 0; repeats < maxRepeats && isWorthRepeating(answer); repeats += 1)
      answer = await client(request);
    return answer;
  };
}

export function readWith(client: PacedClient): Read {
  return async (path) => readAnswer(await client({ method: "GET", path }));
}

const maxTries = 4;
const firstRetryMs = 1_000;

/** Reads from ActiveCampaign for the operator, one request a second, and changes nothing there. */
export function createOperatorClient(
  deps: Omit<PacedClientDeps, "pace" | "guard"> & { steadyClock: () => number },
): Read {
  const { sleep, stopped, steadyClock } = deps;
  const pace = createPace(operatorPerSecond, steadyClock);
  const read = readWith(createPacedClient({ ...deps, pace }));
  return async (path) => {
    for (let tries = 1; ; tries += 1) {
      const reading = await read(path);
      if (tries === maxTries) return reading;
      if (reading.kind === "rate-limited") await sleep(reading.backOffMs, stopped);
      else if (reading.kind === "retry-later")
        await sleep(firstRetryMs * 2 ** (tries - 1), stopped);
      else return reading;
    }
  };
}
