import { createHash } from "node:crypto";
import type { Encoding } from "./accept-encoding.ts";
import type { SecurityHeaders } from "./security-headers.ts";

/** One file in one encoding. Everything that depends on its bytes is computed once. */
export type Variant = {
  body: Buffer<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  head: FileHead;
};
export type PreparedFile = ReadonlyMap<Encoding, Variant>;

/** The files of the site by path. The error pages have names without a slash instead, which no request can ask for. */
export type StaticPages = ReadonlyMap<string, PreparedFile>;

/** The headers that stay valid when the server fills the file in. */
export type FileHead = {
  contentType: string;
  cacheControl: string;
  security: SecurityHeaders;
};

export function prepareVariant(
  head: FileHead,
  encoding: Encoding,
  body: Buffer<ArrayBuffer>,
): Variant {
  const etag = `"${createHash("sha256").update(encoding).update(body).digest("base64url")}"`;
  const headers = {
    "Content-Type": head.contentType,
    "Content-Length": String(body.length),
    "Cache-Control": head.cacheControl,
    ETag: etag,
    Vary: "Accept-Encoding",
    ...head.security,
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { body, etag, headers, head };
}
