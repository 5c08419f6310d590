import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";

/** One request to the API. */
export type Call = {
  method: string;
  /** The path below `/api/3`, without the query. */
  path: string;
  query: URLSearchParams;
  text: string;
  token: string | undefined;
  /** The time when the request arrived, in milliseconds since 1970. */
  at: number;
};

/** A recorded request. Its HTTP status is 0 until the request is answered. */
export type FakeRequest = Pick<Call, "at" | "method" | "path"> & { status: number };

/** A complete HTTP response, or a way to send no complete response. */
export type Answer =
  | { kind: "answer"; status: number; text: string; headers: Record<string, string> }
  | { kind: "reset" }
  | { kind: "hang" }
  | { kind: "stall" };

type ServerConfig = {
  requests: FakeRequest[];
  clock: () => number;
  respond: (call: Call) => Answer;
  page: () => string;
  latencyMs: number;
};

/** A server that shows at `/` what it has received. Requests to all other paths are recorded as calls to the API. */
export function createFakeServer(config: ServerConfig): Server {
  return createServer((request, response) => {
    if (request.url !== "/") return void answerCall(config, request, response);
    response.setHeader("Content-Type", "application/json").end(config.page());
  });
}

async function answerCall(
  { requests, clock, respond, latencyMs }: ServerConfig,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = clock();
  const { method = "GET", url = "/", headers } = request;
  const { pathname, searchParams: query } = new URL(url, "http://127.0.0.1");
  // A path outside the API gets a prefix, so that it matches no route.
  const inApi = pathname.startsWith("/api/3/");
  const path = inApi ? pathname.slice("/api/3".length) : `outside ${pathname}`;
  const token = [headers["api-token"]].flat()[0];
  const recorded = { at, method, path, status: 0 };
  requests.push(recorded);
  const text = await readAll(request);
  if (text === undefined) return;
  const answer = respond({ method, path, query, text, token, at });
  // `ref: false`, because a late answer must not keep the process running after the fake has stopped.
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
  response.setHeader("Date", new Date(clock()).toUTCString());
  recorded.status = send(answer, request, response);
}

/** The body of a request; undefined if the connection ended before the body was complete. */
async function readAll(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
}

/** Sends the answer. Returns the HTTP status that was sent, or 0 if none was sent. */
function send(answer: Answer, request: IncomingMessage, response: ServerResponse): number {
  switch (answer.kind) {
    case "answer":
      response.writeHead(answer.status, answer.headers).end(answer.text);
      return answer.status;
    case "reset":
      request.socket.resetAndDestroy();
      return 0;
    case "stall":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"contact":');
      return 200;
    case "hang":
      return 0;
  }
}

/** Parses the body of a request. Returns undefined if the body is not JSON, or does not match the schema. */
export function readBody<Schema extends v.GenericSchema>(
  { text }: Call,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** An id in a request, as a string. ActiveCampaign sends ids as strings, but accepts them as numbers too. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Makes the server listen on a port that only this machine can reach, and returns the server's URL. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = server.address();
  const open = typeof bound === "object" && bound !== null ? bound.port : port;
  return `http://127.0.0.1:${open}`;
}

/** Stops the server, and closes the connections on which a request still waits for its answer. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return answer(status, "application/json", JSON.stringify(body), headers);
}

export function htmlPage(status: number, title: string): Answer {
  return answer(status, "text/html", `<!doctype html><title>${title}</title><h1>${title}</h1>`);
}

function answer(status: number, type: string, text: string, headers = {}): Answer {
  return { kind: "answer", status, text, headers: { "Content-Type": type, ...headers } };
}

export function errors(status: number, entry: object): Answer {
  return json(status, { errors: [entry] });
}

export function notFound(what: string): Answer {
  return errors(404, { status: 404, title: "Not Found", detail: `${what} not found` });
}

/**
 * ActiveCampaign's 404 for an object whose id is in the path. The 404 has another body if the request names a missing
 * contact or tag elsewhere.
 */
export function noResult(what: string, id: string): Answer {
  return json(404, { message: `No Result found for ${what} with id ${id}` });
}

export function emailInvalid(status: number): Answer {
  const source = { pointer: "/data/attributes/email" };
  const title = "Email address is invalid";
  return errors(status, { title, detail: "", code: "email_invalid", source });
}

export function tooFast(retryAfter?: string): Answer {
  const headers: Record<string, string> = retryAfter ? { "Retry-After": retryAfter } : {};
  return json(429, { message: "Rate limit exceeded" }, headers);
}
