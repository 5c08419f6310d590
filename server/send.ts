import { unescape as decode } from "node:querystring";
import { reasonOf } from "./active-campaign/client.ts";

/** How a request ended. A reason contains a status or a code, and never the address, which is a secret. */
export type RequestOutcome =
  | { kind: "accepted"; status: number }
  | { kind: "failed"; reason: string }
  /** The server is stopping, so the request was cancelled. */
  | { kind: "interrupted" };

export type Sending = {
  fetch: typeof fetch;
  url: string;
  request: RequestInit;
  /** Aborted when the server stops. */
  stopped?: AbortSignal;
  maxAnswerMs?: number;
};

const defaultMaxAnswerMs = 10_000;

/** Sends one request and reads only the head of its answer, so that a long answer costs nothing. It never throws. */
export async function send(sending: Sending): Promise<RequestOutcome> {
  const { fetch, request, stopped, maxAnswerMs = defaultMaxAnswerMs } = sending;
  const { address, headers } = withPasswordInHeader(sending.url, request.headers);
  try {
    const answer = await fetch(address, {
      ...request,
      headers,
      // A redirect could send a secret to another address.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(maxAnswerMs), ...(stopped ? [stopped] : [])]),
    });
    void answer.body?.cancel().catch(() => undefined);
    const { status } = answer;
    return answer.ok
      ? { kind: "accepted", status }
      : { kind: "failed", reason: `status ${status}` };
  } catch (error) {
    return stopped?.aborted ? { kind: "interrupted" } : { kind: "failed", reason: reasonOf(error) };
  }
}

/**
 * Moves the user and the password of an address into a header, because `fetch` refuses an address that contains them.
 */
function withPasswordInHeader(
  url: string,
  others: RequestInit["headers"],
): { address: string; headers: Headers } {
  const address = new URL(url);
  const headers = new Headers(others);
  const { username, password } = address;
  if (username !== "" || password !== "") {
    // `decode` decodes what it can: `decodeURIComponent` would throw at a password with a percent sign.
    const pair = `${decode(username)}:${decode(password)}`;
    headers.set("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  }
  address.username = "";
  address.password = "";
  return { address: address.href, headers };
}
