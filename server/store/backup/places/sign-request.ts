import { createHash, createHmac } from "node:crypto";

/** The keys of a bucket, and the region for which requests are signed. */
export type BucketKeys = { id: string; secret: string; region: string };

export type UnsignedRequest = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hex. */
  bodyHash: string;
  service: string;
};

const algorithm = "AWS4-HMAC-SHA256";
/** SHA-256 of an empty body. */
export const emptyHash = createHash("sha256").digest("hex");

/**
 * Returns the headers of a request with its signature of version 4. The path of the URL is signed as it stands.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signRequest(
  request: UnsignedRequest,
  keys: BucketKeys,
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const headers = { ...request.headers, host: request.url.host, "x-amz-date": time };
  const canonical = canonicalRequest(request, headers);
  const scope = `${day}/${keys.region}/${request.service}/aws4_request`;
  const text = [algorithm, time, scope, sha256(canonical)].join("\n");
  const signingKey = [day, keys.region, request.service, "aws4_request"].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${keys.secret}`),
  );
  const signature = hmac(signingKey, text).toString("hex");
  const signed = `Credential=${keys.id}/${scope}, SignedHeaders=${namesOf(headers)}`;
  return { ...headers, authorization: `${algorithm} ${signed}, Signature=${signature}` };
}

function canonicalRequest(
  { method, url, bodyHash }: UnsignedRequest,
  headers: Readonly<Record<string, string>>,
): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const lines = sorted(headers).map(([name, value]) => `${name}:${value.trim()}\n`);
  return [method, url.pathname, query.join("&"), lines.join(""), namesOf(headers), bodyHash].join(
    "\n",
  );
}

function namesOf(headers: Readonly<Record<string, string>>): string {
  return sorted(headers)
    .map(([name]) => name)
    .join(";");
}

function sorted(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Also encodes those characters that S3 encodes and `encodeURIComponent` does not. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
