import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";
import { ana } from "#tests/support/people.ts";

export type Answer = { status: number; retryAfter: string | undefined };

export type SignUp = {
  url: string;
  email: string;
  key?: string;
  agent?: Agent;
  /** The pause between the headers and the body of the request, in milliseconds. */
  bodyAfterMs?: () => number;
  /** This function is called when the server has begun to read the sign-up. */
  onBegun?: () => void;
};

/** The error for a sign-up that got no complete answer. */
export class Unanswered extends Error {
  /** True if the server had begun to read the sign-up, or had at least accepted the connection. */
  readonly wasSent: boolean;
  readonly code: string;

  constructor(wasSent: boolean, code: string) {
    super(`${wasSent ? "a request that was sent" : "a new connection"} failed with ${code}`);
    this.wasSent = wasSent;
    this.code = code;
  }
}

/**
 * Returns the answer when it is complete. The request has `Expect: 100-continue`, because only the server can tell that
 * a new connection has reached it: if the connection only waits in the system's queue when the port closes, it has not.
 */
export function signUp(options: SignUp): Promise<Answer> {
  const { email, bodyAfterMs, onBegun } = options;
  const body = JSON.stringify({ ...ana, email });
  const sent = sendHeaders(options, Buffer.byteLength(body));
  let hasBegun = false;
  sent.once("continue", () => {
    hasBegun = true;
    onBegun?.();
    if (bodyAfterMs === undefined) sent.end(body);
    else void sleep(bodyAfterMs()).then(() => sent.end(body));
  });
  return answerTo(sent).catch((error: NodeJS.ErrnoException) => {
    throw new Unanswered(hasBegun || sent.reusedSocket, error.code ?? error.message);
  });
}

/** After a 503, as a busy machine answers it, sends the sign-up again with the same key, as the page does. */
export async function signUpUntilStored(options: SignUp, tries = 5): Promise<number> {
  const { status } = await signUp(options);
  return status === 503 && tries > 1 ? signUpUntilStored(options, tries - 1) : status;
}

function sendHeaders({ url, key, agent }: SignUp, length: number): ClientRequest {
  const sent = request(`${url}${addContactPath}`, {
    method: "POST",
    ...(agent && { agent }),
    headers: {
      apikey: links.publicKey,
      "content-type": "application/json",
      "content-length": length,
      expect: "100-continue",
      "x-forwarded-for": newAddress(),
      ...(key && { [idempotencyHeader]: key }),
    },
  });
  sent.flushHeaders();
  return sent;
}

let addresses = 0;

/** A network address that no other visitor of these tests has, so that no visitor reaches the limit of an address. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function answerTo(sent: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then(() => resolve({ status, retryAfter: headers["retry-after"] }), reject);
    });
  });
}
