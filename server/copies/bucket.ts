import { createHash, createHmac } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { StoreOutage, wordsOf } from "#server/store/connection/errors.ts";

/** The keys of a bucket, and the region for which requests are signed. */
export type BucketKeys = { id: string; secret: string; region: string };

export type Bucket = {
  keys: BucketKeys;
  clock: () => number;
  /** How long a request without a file may take. A file is cut when nothing moves for the five minutes of `fetch`. */
  answersWithinMs: number;
};

/** Sends a file with its hash, which the service checks. */
export async function putFile(bucket: Bucket, url: URL, path: string, stopped: AbortSignal) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const request = { method: "PUT", url, file: { path, sha256: hash.digest("hex") } };
  await receive(bucket, request, stopped, (answer) => answer.text());
}

export async function getFile(bucket: Bucket, url: URL, path: string, stopped: AbortSignal) {
  await receive(bucket, { method: "GET", url }, stopped, ({ body }) =>
    writeFile(path, body ?? "", { mode: 0o600 }),
  );
}

export async function removeFile(bucket: Bucket, url: URL, stopped: AbortSignal): Promise<void> {
  await ask(bucket, "DELETE", url, stopped);
}

/** Returns the names that begin with the prefix, without it. A list has pages of up to a thousand names. */
export async function listFiles(bucket: Bucket, url: URL, prefix: string, stopped: AbortSignal) {
  const names: string[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const page = new URL(url);
    page.searchParams.set("list-type", "2");
    page.searchParams.set("prefix", prefix);
    if (next !== "") page.searchParams.set("continuation-token", next);
    const text = await ask(bucket, "GET", page, stopped);
    for (const [, key = ""] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
      names.push(key.slice(prefix.length));
    next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  }
  return names;
}

function ask(bucket: Bucket, method: string, url: URL, stopped: AbortSignal) {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(bucket.answersWithinMs)]);
  return receive(bucket, { method, url }, signal, (answer) => answer.text());
}

type BucketRequest = { method: string; url: URL; file?: { path: string; sha256: string } };

/**
 * Sends a signed request, and uses its answer if the bucket has accepted it. A file is read from the disk as fast as the
 * network takes it, and has a length: not every service takes a body without one. Every failure is an outage, because the
 * operator can mend all of them.
 */
async function receive<T>(
  { keys, clock }: Bucket,
  { method, url, file }: BucketRequest,
  signal: AbortSignal,
  use: (answer: Response) => Promise<T>,
): Promise<T> {
  try {
    const bodyHash = file?.sha256 ?? sha256("");
    const answer = await fetch(url, {
      method,
      headers: signRequest({ method, url, bodyHash }, keys, clock()),
      body: file === undefined ? null : await openAsBlob(file.path),
      signal,
      redirect: "manual",
    });
    if (!answer.ok) throw new StoreOutage(explain(answer.status, await answer.text()));
    return await use(answer);
  } catch (error) {
    throw error instanceof StoreOutage ? error : new StoreOutage(explainLost(error, url.host));
  }
}

/** Of the answer of a service only its code, like `AccessDenied`, is ever shown. */
function explain(status: number, body: string): string {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1];
  const answer = code === undefined ? `status ${status}` : `status ${status}, ${code}`;
  if (status === 401 || status === 403)
    return `o serviço recusou o acesso (${answer}): confira AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION e o que esta chave pode fazer`;
  if (status === 404) return `o bucket ou a cópia não existe (${answer}): confira o endereço`;
  return status < 500
    ? `o serviço não aceitou o pedido (${answer}): confira o endereço e AWS_REGION`
    : `o serviço está com problemas (${answer})`;
}

/** The words for a failure of `fetch`, which stands in the cause of its error. */
function explainLost(error: unknown, host: string): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const isSilence = cause instanceof Error && cause.name === "TimeoutError";
  if (isSilence || /^UND_ERR_\w+_TIMEOUT$/.test(code)) return `${host} não responde`;
  return code === "UND_ERR_SOCKET" ? `a conexão caiu: ${wordsOf(cause)}` : wordsOf(cause);
}

type UnsignedRequest = {
  method: string;
  url: URL;
  /** SHA-256 of the body, in hex. */
  bodyHash: string;
};

/**
 * Returns the headers of a request to S3 with its signature of version 4. The path of the URL is signed as it stands.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  { method, url, bodyHash }: UnsignedRequest,
  { id, secret, region }: BucketKeys,
  now: number,
) {
  const algorithm = "AWS4-HMAC-SHA256";
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const sent = { "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const signed = Object.entries({ ...sent, host: url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join("");
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("=")).sort();
  const canonical = [method, url.pathname, query.join("&"), lines, names, bodyHash].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const text = [algorithm, time, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${secret}`));
  const credential = `Credential=${id}/${scope.join("/")}, SignedHeaders=${names}`;
  const signature = hmac(key, text).toString("hex");
  return { ...sent, authorization: `${algorithm} ${credential}, Signature=${signature}` };
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
