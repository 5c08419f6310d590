import type { IncomingMessage } from "node:http";
import * as v from "valibot";

export type Call = {
  method: string;
  /** Below /api/3, without the query. */
  path: string;
  query: URLSearchParams;
  text: string;
  bytes: number;
  token: string | undefined;
  /** When it came, in milliseconds since 1970. */
  at: number;
};

/** Undefined when the caller went away before saying all. */
export async function readCall(request: IncomingMessage, at: number): Promise<Call | undefined> {
  const body = await readText(request);
  if (body === undefined) return undefined;
  const url = addressOf(request);
  const token = request.headers["api-token"];
  return {
    ...{ method: request.method ?? "GET", path: pathOf(request), query: url.searchParams },
    ...{ text: body.toString(), bytes: body.length, at },
    token: typeof token === "string" ? token : undefined,
  };
}

/** What stands outside /api/3 keeps its whole path, and so meets no route. */
export function pathOf(request: IncomingMessage): string {
  const { pathname } = addressOf(request);
  return pathname.startsWith("/api/3/") ? pathname.slice("/api/3".length) : `outside ${pathname}`;
}

/** Undefined when it isn't JSON, or not of that form. */
export function readBody<Schema extends v.GenericSchema>(
  { text }: Call,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, parse(text));
  return parsed.success ? parsed.output : undefined;
}

/** Ids go out as strings, and may come in as numbers. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? "/", "http://127.0.0.1");
}

async function readText(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
