import type { IncomingMessage } from "node:http";
import * as v from "valibot";

/** One request to the API. */
export type Call = {
  method: string;
  /** The path below `/api/3`, without the query. */
  path: string;
  query: URLSearchParams;
  text: string;
  bytes: number;
  token: string | undefined;
  /** When the call came, in milliseconds since 1970. */
  at: number;
};

/** Reads the whole request. Returns undefined if the connection ended before the whole body had come. */
export async function readCall(request: IncomingMessage, at: number): Promise<Call | undefined> {
  const body = await readAll(request);
  if (body === undefined) return undefined;
  const token = request.headers["api-token"];
  return {
    method: request.method ?? "GET",
    path: pathOf(request),
    query: addressOf(request).searchParams,
    text: body.toString(),
    bytes: body.length,
    token: typeof token === "string" ? token : undefined,
    at,
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

/**
 * The path of a call without `/api/3`. A path outside `/api/3` stays whole and gets the word "outside" before it, so
 * that it matches no route.
 */
export function pathOf(request: IncomingMessage): string {
  const { pathname } = addressOf(request);
  return pathname.startsWith("/api/3/") ? pathname.slice("/api/3".length) : `outside ${pathname}`;
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? "/", "http://127.0.0.1");
}

/** Parses the body of a request. Returns undefined if the body is no JSON, or does not match the schema. */
export function readBody<Schema extends v.GenericSchema>(
  { text }: Call,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** An id in a request, as a string. ActiveCampaign sends ids as strings, but accepts them as numbers too. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
