export type BodyKind = "json" | "form";
export type ReadBody =
  | { kind: "fields"; fields: unknown }
  | { kind: "malformed" }
  | { kind: "too-large" };

const bodyLimitBytes = 4 * 1024;

export function bodyKind(contentType: string | undefined): BodyKind | undefined {
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
  const bytes = await readLimited(request);
  if (bytes === undefined) return { kind: "too-large" };
  try {
    return { kind: "fields", fields: parse(bytes, kind) };
  } catch {
    return { kind: "malformed" };
  }
}

/** A length can be left out: what counts is what comes. */
async function readLimited(request: Request): Promise<Uint8Array | undefined> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > bodyLimitBytes) return undefined;
  // Node reads no more than was announced, and reading at once is several times as fast.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
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
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return kind === "json" ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}
