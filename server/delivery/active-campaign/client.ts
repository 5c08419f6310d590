export type ActiveCampaignSettings = {
  url: string;
  token: string;
  list: string | undefined;
  tags: string[];
};

export type Call = { method: "GET" | "POST" | "DELETE"; path: string; body?: unknown };

export type Answer =
  | { kind: "answer"; status: number; body: unknown; retryAfter: string | null }
  | { kind: "no-answer"; reason: string }
  /** It was not our turn any more, or we are stopping: nothing is known of it. */
  | { kind: "interrupted" };

/** One request to ActiveCampaign. It never throws: what the network does is an answer too. */
export type ActiveCampaign = (call: Call, stopped: AbortSignal) => Promise<Answer>;

export type ActiveCampaignDeps = { fetch: typeof fetch; limits?: Limits };
type Limits = { answerMs: number; bytes: number };

/** The limit of time is long enough for a slow ActiveCampaign, and shorter than the courier's lease. */
const usualLimits: Limits = { answerMs: 25_000, bytes: 1_000_000 };

export function connectActiveCampaign(
  { url, token }: ActiveCampaignSettings,
  { fetch, limits = usualLimits }: ActiveCampaignDeps,
): ActiveCampaign {
  const base = `${url.replace(/\/+$/, "")}/api/3`;
  return async ({ method, path, body }, stopped) => {
    const ending = endAfter(limits.answerMs, stopped);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { "Api-Token": token, "Content-Type": "application/json" },
        // The token must not follow to an address that isn't the vendor's.
        redirect: "manual",
        signal: ending.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await readAnswer(response, limits.bytes);
    } catch (error) {
      return stopped.aborted
        ? { kind: "interrupted" }
        : { kind: "no-answer", reason: reasonOf(error) };
    } finally {
      ending.over();
    }
  };
}

/**
 * Does not use `AbortSignal.any` with `AbortSignal.timeout`: Node 20 loses such a signal when it collects garbage, and a
 * request without an answer would never end.
 */
function endAfter(ms: number, stopped: AbortSignal): { signal: AbortSignal; over(): void } {
  const ending = new AbortController();
  const stop = () => ending.abort(stopped.reason);
  stopped.addEventListener("abort", stop, { once: true });
  if (stopped.aborted) stop();
  const tooLate = setTimeout(() => ending.abort(timeout()), ms);
  return {
    signal: ending.signal,
    over() {
      clearTimeout(tooLate);
      stopped.removeEventListener("abort", stop);
    },
  };
}

function timeout(): DOMException {
  return new DOMException("No answer in time", "TimeoutError");
}

async function readAnswer(response: Response, mostBytes: number): Promise<Answer> {
  const text = await readText(response, mostBytes);
  if (text === undefined) return { kind: "no-answer", reason: "too-long" };
  const retryAfter = response.headers.get("retry-after");
  return { kind: "answer", status: response.status, body: parse(text), retryAfter };
}

/** Undefined when it goes on and on: what is cut off is no answer. */
async function readText(response: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Undefined stands for what isn't JSON: an HTML page of some proxy, or nothing at all. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A name or a code, never a message: it might repeat what was sent. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return "network";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
