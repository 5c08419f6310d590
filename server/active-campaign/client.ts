import { type Answer, interrupted, noUsefulAnswer, readAnswer } from "./answer.ts";

export type ActiveCampaignSettings = {
  url: string;
  token: string;
  list: string | undefined;
  tags: string[];
  /** The tags of people who want to hear of the next class. These people get these tags instead of `tags`. */
  nextTags: string[];
  /** The tag of people who entered the class. */
  enteredTag: string;
};

export type ApiRequest = { method: "GET" | "POST" | "DELETE"; path: string; body?: unknown };

/**
 * Sends one request to ActiveCampaign at once. The function never throws: a failure of the network is an answer too.
 */
export type ActiveCampaign = (request: ApiRequest, stopped: AbortSignal) => Promise<Answer>;

type Limits = { maxAnswerMs: number; maxBytes: number };
export type ActiveCampaignDeps = { fetch: typeof fetch; limits?: Limits };

/**
 * The longest time for one request to ActiveCampaign: long enough for a slow answer, and shorter than the courier's
 * lease.
 */
const answerLimits: Limits = { maxAnswerMs: 25_000, maxBytes: 1_000_000 };

export function connectActiveCampaign(
  { url, token }: ActiveCampaignSettings,
  { fetch, limits = answerLimits }: ActiveCampaignDeps,
): ActiveCampaign {
  const base = `${url.replace(/\/+$/, "")}/api/3`;
  return async ({ method, path, body }, stopped) => {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { "Api-Token": token, "Content-Type": "application/json" },
        // A redirect could send the token to a host that is not ActiveCampaign's.
        redirect: "manual",
        signal: AbortSignal.any([stopped, AbortSignal.timeout(limits.maxAnswerMs)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await readText(response, limits.maxBytes);
      if (text === undefined) return noUsefulAnswer("too-long");
      const retryAfter = response.headers.get("retry-after");
      return readAnswer({ status: response.status, body: parseJson(text), retryAfter });
    } catch (error) {
      return stopped.aborted ? interrupted : noAnswer(error);
    }
  };
}

/** Returns undefined when the body of the HTTP response is longer than `maxBytes`. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns undefined for a body that is not JSON: the HTML page of a proxy, or no body at all. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * If the answer did not come in time, the request is not repeated at once, because the repeat would take as long again.
 */
function noAnswer(error: unknown): Answer {
  const reason = reasonOf(error);
  return {
    ...noUsefulAnswer(reason),
    ...(!/timeout|timedout/i.test(reason) && { byChance: true }),
  };
}

/**
 * Returns the name or code of an error, never its message, because the message might repeat what was sent to
 * ActiveCampaign.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return "network";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
