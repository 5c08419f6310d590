import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { answerBrokenRequest, brokenRequestText } from "#server/http/broken-request.ts";
import { type DrainableServer, drainable } from "./drainable-server.ts";

/** A visitor of 4 KiB needs no longer; a slow one must not hold a connection for ever. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};

/** Somebody who asks and then doesn't read; a phone that lost its network looks the same. */
const longestSilenceMs = 60_000;

/** A server whose connections end, whoever holds them, and that refuses what is no request in the shape of all refusals. */
export function createGuardedServer(app: Hono): DrainableServer {
  const listener = getRequestListener(
    // A host like "1.2.3.4.5" is let through, and makes no address.
    (request, env) => (URL.canParse(request.url) ? app.fetch(request, env) : answerBrokenRequest()),
    { errorHandler: answerError },
  );
  // A missing host is refused with the other addresses that there cannot be.
  const drained = drainable({ ...patience, requireHostHeader: false }, listener);
  guard(drained);
  return drained;
}

function guard({ server, answerOn }: DrainableServer): void {
  server.timeout = longestSilenceMs;
  // Who says that they will ask no more still waits for the answer; Node would hang up on them, and has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const begun = answerOn(socket)?.headersSent ?? false;
    refuse(socket, begun ? undefined : (error.code ?? ""));
  });
  server.on("connect", (_, socket) => refuse(socket, "CONNECT"));
  // Node's own answer has no body and none of our headers.
  server.on("checkExpectation", ({ socket }) => refuse(socket, "EXPECTATION"));
}

/** The app answers its own errors: what comes here never reached it. */
function answerError(error: unknown): Response {
  if (error instanceof RequestError) return answerBrokenRequest();
  throw error;
}

/** Cut off once the answer is out: who doesn't hear is not waited for. */
function refuse(socket: Duplex, errorCode: string | undefined): void {
  if (errorCode === undefined || errorCode === "ECONNRESET" || !socket.writable) socket.destroy();
  else socket.end(brokenRequestText(errorCode), () => socket.destroy());
}
