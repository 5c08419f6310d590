import { unescape as decode } from "node:querystring";
import { reasonOf } from "#server/active-campaign/client.ts";
import { startDeadline } from "#server/waiting.ts";

/** How a receiver took a request. A reason holds a status or a code, and never the address, which is a secret. */
export type RequestOutcome =
  | { kind: "accepted"; status: number }
  | { kind: "failed"; reason: string }
  /** The server is stopping. */
  | { kind: "interrupted" };

export type SendRequest = (
  url: string,
  request: RequestInit,
  stopped: AbortSignal,
) => Promise<RequestOutcome>;

export type SendRequestDeps = {
  fetch: typeof fetch;
  steadyClock: () => number;
  /** Is given the Date header of each answer, and when the request was sent, by the steady clock. */
  noteDate(theirs: number, askedAt: number): void;
  maxAnswerMs?: number;
};

const defaultMaxAnswerMs = 10_000;

/** Sends one request and reads only the head of its answer, so that a long answer costs nothing. It never throws. */
export function createSendRequest(deps: SendRequestDeps): SendRequest {
  const { fetch, steadyClock, noteDate, maxAnswerMs = defaultMaxAnswerMs } = deps;
  return async (url, request, stopped) => {
    const askedAt = steadyClock();
    const { address, headers } = apart(url, request.headers);
    const deadline = startDeadline(maxAnswerMs, stopped);
    try {
      // A redirect could send a secret to another address.
      const more = { headers, redirect: "manual", signal: deadline.signal } as const;
      const answer = await fetch(address, { ...request, ...more });
      void answer.body?.cancel().catch(() => undefined);
      const theirs = Date.parse(answer.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) noteDate(theirs, askedAt);
      return answer.ok
        ? { kind: "accepted", status: answer.status }
        : { kind: "failed", reason: `status ${answer.status}` };
    } catch (error) {
      return stopped.aborted
        ? { kind: "interrupted" }
        : { kind: "failed", reason: reasonOf(error) };
    } finally {
      deadline.clear();
    }
  };
}

/** `fetch` refuses an address with a user and a password, which belong into a header. */
function apart(url: string, given: RequestInit["headers"]): { address: string; headers: Headers } {
  const address = new URL(url);
  const headers = new Headers(given);
  const { username, password } = address;
  if (username !== "" || password !== "") {
    // This decodes what it can: `decodeURIComponent` would throw at a password with a percent sign.
    const pair = `${decode(username)}:${decode(password)}`;
    headers.set("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  }
  address.username = "";
  address.password = "";
  return { address: address.href, headers };
}
