import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";

export type Load = {
  /** E-mails of the sign-ups that the server has begun to read. */
  accepted: Set<string>;
  /** E-mails of the sign-ups that were answered 200. */
  acknowledged: Set<string>;
  /** Any other answer. */
  refusals: number[];
  /** Every visitor has met a connection that failed: the server is gone. */
  over: Promise<unknown>;
};

type LoadOptions = {
  url: string;
  newEmail: () => string;
  /** The longest that a request's body may follow behind its head. */
  bodyWithinMs?: number;
};

const inFlight = 12;

/** Visitors who sign up one after the other, each time with a new e-mail, until the server is gone. */
export function startLoad(options: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true });
  const load = { accepted: new Set<string>(), acknowledged: new Set<string>(), refusals: [] };
  const visitors = Array.from({ length: inFlight }, () => visit({ ...options, agent, load }));
  const over = Promise.all(visitors).finally(() => agent.destroy());
  return { ...load, over };
}

type Visit = LoadOptions & { agent: Agent; load: Omit<Load, "over"> };

async function visit({ newEmail, load, ...options }: Visit): Promise<void> {
  for (;;) {
    const email = newEmail();
    const onAccepted = () => load.accepted.add(email);
    const status = await signUp({ ...options, email, onAccepted }).catch(() => undefined);
    if (status === undefined) return;
    if (status === 200) load.acknowledged.add(email);
    else load.refusals.push(status);
  }
}

type SignUp = {
  url: string;
  email: string;
  agent?: Agent;
  bodyWithinMs?: number;
  onAccepted?: () => void;
};

/**
 * The status that came with a whole answer. `Expect: 100-continue` because only the server can say
 * that a request has reached it: what lies in the socket's queue when the port closes never did.
 */
export function signUp(options: SignUp): Promise<number | undefined> {
  const { url, email, agent, bodyWithinMs = 0, onAccepted } = options;
  const body = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
  const sent = request(`${url}${addContactPath}`, {
    method: "POST",
    ...(agent && { agent }),
    headers: {
      apikey: links.publicKey,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
      "x-forwarded-for": randomAddress(),
    },
  });
  sent.once("continue", () => {
    onAccepted?.();
    if (bodyWithinMs === 0) sent.end(body);
    else void sleep(bodyWithinMs * Math.random()).then(() => sent.end(body));
  });
  sent.flushHeaders();
  return answered(sent);
}

function answered(sent: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response: IncomingMessage) => {
      text(response).then(() => resolve(response.statusCode), reject);
    });
  });
}

/** Spread over so many that no address meets its limit. */
function randomAddress(): string {
  const part = () => Math.floor(256 * Math.random());
  return `10.${part()}.${part()}.${part()}`;
}
