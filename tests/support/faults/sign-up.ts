import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";

export type Answer = { status: number; retryAfter: string | undefined };

export type SignUp = {
  url: string;
  email: string;
  key?: string;
  agent?: Agent;
  /** The longest that a request's body may follow behind its head. */
  bodyWithinMs?: number;
  onAccepted?: () => void;
};

/** A sign-up without a whole answer. */
export class Unanswered extends Error {
  /** Whether the server had begun to read it, or had at least let its connection in. */
  readonly sent: boolean;
  readonly code: string;

  constructor(sent: boolean, code: string) {
    super(`${sent ? "a request that was sent" : "a new connection"} met ${code}`);
    this.sent = sent;
    this.code = code;
  }
}

/**
 * The whole answer. `Expect: 100-continue` because only the server can say that a new connection has
 * reached it: what lies in the socket's queue when the port closes never did.
 */
export function signUp(options: SignUp): Promise<Answer> {
  const { email, bodyWithinMs = 0, onAccepted } = options;
  const body = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
  const sent = begin(options, Buffer.byteLength(body));
  let accepted = false;
  sent.once("continue", () => {
    accepted = true;
    onAccepted?.();
    if (bodyWithinMs === 0) sent.end(body);
    else void sleep(bodyWithinMs * Math.random()).then(() => sent.end(body));
  });
  sent.flushHeaders();
  return answered(sent).catch((error: NodeJS.ErrnoException) => {
    throw new Unanswered(accepted || sent.reusedSocket, error.code ?? error.message);
  });
}

function begin({ url, key, agent }: SignUp, length: number): ClientRequest {
  return request(`${url}${addContactPath}`, {
    method: "POST",
    ...(agent && { agent }),
    headers: {
      apikey: links.publicKey,
      "content-type": "application/json",
      "content-length": length,
      expect: "100-continue",
      "x-forwarded-for": randomAddress(),
      ...(key && { [idempotencyHeader]: key }),
    },
  });
}

function answered(sent: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then(() => resolve({ status, retryAfter: headers["retry-after"] }), reject);
    });
  });
}

/** Spread over so many that no address meets its limit. */
function randomAddress(): string {
  const part = () => Math.floor(256 * Math.random());
  return `10.${part()}.${part()}.${part()}`;
}
