export type BodyKind = "json" | "form";
export type ReadBody =
  | { kind: "fields"; fields: unknown }
  | { kind: "malformed" }
  | { kind: "too-large" };

const bodyLimitBytes = 4 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function bodyKind(contentType: string | null): BodyKind | undefined {
  // What scripts send, without taking it apart.
  if (contentType === "application/json") return "json";
  switch (contentType?.split(";")[0]?.trim().toLowerCase()) {
    case "application/json":
      return "json";
    case "application/x-www-form-urlencoded":
      return "form";
    default:
      return undefined;
  }
}

export async function readBody(request: Request, kind: BodyKind): Promise<ReadBody> {
  try {
    const bytes = await readLimited(request);
    if (bytes === undefined) return { kind: "too-large" };
    return { kind: "fields", fields: parse(bytes, kind) };
  } catch {
    // No such text, or a visitor who went away in the middle of it.
    return { kind: "malformed" };
  }
}

/** A length can be left out, or be a lie: what counts is what comes. */
async function readLimited(request: Request): Promise<Uint8Array | undefined> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > bodyLimitBytes) return undefined;
  if (announced === null) return readChunks(request);
  // Node reads no more than was announced, and reading at once is several times as fast.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > bodyLimitBytes ? undefined : bytes;
}

async function readChunks(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > bodyLimitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array, kind: BodyKind): unknown {
  const text = utf8.decode(bytes);
  return kind === "json" ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}
