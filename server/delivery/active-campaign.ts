export type ActiveCampaignSettings = {
  url: string;
  token: string;
  list: string | undefined;
  tags: string[];
};

export type Call = { method: "GET" | "POST"; path: string; body?: unknown };

export type Answer =
  | { kind: "answer"; status: number; body: unknown; retryAfter: string | null }
  | { kind: "no-answer"; reason: string };

/** One request to ActiveCampaign. It never throws: what the network does is an answer too. */
export type ActiveCampaign = (call: Call, stopped: AbortSignal) => Promise<Answer>;

export type ActiveCampaignDeps = {
  fetch: typeof fetch;
  /** Waits for its turn: no request gets round it. */
  pace: () => Promise<void>;
};

const answerTimeoutMs = 10_000;

export function connectActiveCampaign(
  { url, token }: ActiveCampaignSettings,
  { fetch, pace }: ActiveCampaignDeps,
): ActiveCampaign {
  const base = `${url.replace(/\/+$/, "")}/api/3`;
  return async ({ method, path, body }, stopped) => {
    await pace();
    try {
      return await readAnswer(
        await fetch(base + path, {
          method,
          headers: { "Api-Token": token, "Content-Type": "application/json" },
          // The token must not follow to an address that isn't the vendor's.
          redirect: "manual",
          signal: AbortSignal.any([stopped, AbortSignal.timeout(answerTimeoutMs)]),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    } catch (error) {
      return { kind: "no-answer", reason: reasonOf(error) };
    }
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const retryAfter = response.headers.get("retry-after");
  return { kind: "answer", status: response.status, body: parse(text), retryAfter };
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
