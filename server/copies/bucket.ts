import { createHash, createHmac } from "node:crypto";
import { createReadStream, mkdtempSync, openAsBlob, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreOutage, wordsOf } from "#server/store/connection/errors.ts";
import { makeFolder } from "#server/store/connection/sqlite.ts";
import { type CopyPlace, removeLeftParts } from "./places.ts";

export type Bucket = {
  /** The address without a name of a copy: `https://host/bucket`. */
  url: URL;
  /** What stands before each name, like `launch/`; may be empty. */
  prefix: string;
};

/** The keys of a bucket, and the region for which requests are signed. */
export type BucketKeys = { id: string; secret: string; region: string };

type Options = {
  keys: BucketKeys;
  clock: () => number;
  /** A folder on this machine for the copy that is sent or was fetched. */
  folder: string;
  /** How long a request without a file may take. A file is cut when nothing moves for the five minutes of `fetch`. */
  answersWithinMs?: number;
};

/** One request stores a file of up to 5 GB: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
const maxBytes = 5 * 1024 ** 3;

/** Keeps copies in a bucket. A copy is made and checked on this machine, sent, and compared with what the bucket has. */
export function bucketPlace({ url, prefix }: Bucket, options: Options): CopyPlace {
  const at = (name: string) => new URL(`${url.pathname}/${prefix}${name}`, url);
  const ask = (method: string, asked: URL, stopped: AbortSignal) =>
    send(options, { method, url: asked }, stopped);
  return {
    name: `s3+${at("").href.replace(/\/$/, "")}`,
    list: (stopped) => listNames({ url, prefix }, (page) => ask("GET", page, stopped)),
    add: (name, make, stopped) =>
      inOwnFolder(options, name, async (file) => {
        await make(file);
        const copy = await measure(file);
        if (copy.size > maxBytes)
          throw new StoreOutage("a cópia tem mais de 5 GB, e um pedido só não a envia");
        await send(options, { method: "PUT", url: at(name), file: copy }, stopped);
        const head = await ask("HEAD", at(name), stopped);
        if (await isSame(copy, head, () => hashInBucket(options, at(name), stopped))) return;
        await ask("DELETE", at(name), stopped);
        throw new StoreOutage("o que chegou ao bucket não é igual à cópia");
      }),
    async remove(name, stopped) {
      await ask("DELETE", at(name), stopped);
    },
    read: (name, use, stopped) =>
      inOwnFolder(options, name, async (file) => {
        await receive(options, { method: "GET", url: at(name) }, stopped, ({ body }) =>
          writeFile(file, body ?? "", { mode: 0o600 }),
        );
        return use(file);
      }),
  };
}

/** Gives a file in a folder that only this process uses. An interrupted process leaves it for a day at most. */
async function inOwnFolder<T>(
  { folder, clock }: Options,
  name: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  makeFolder(folder);
  removeLeftParts(folder, clock());
  const own = mkdtempSync(join(folder, `${name}.part-`));
  try {
    return await use(join(own, "copy"));
  } finally {
    rmSync(own, { recursive: true });
  }
}

type Measured = { path: string; size: number; sha256: string; md5: string };

async function measure(path: string): Promise<Measured> {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  const { size } = statSync(path);
  return { path, size, sha256: sha256.digest("hex"), md5: md5.digest("hex") };
}

/**
 * Whether the bucket holds what was sent. Most services give the MD5 of a file as its tag, which costs no reading; if
 * the tag is something else, as with some kinds of encryption, the whole file is read back.
 */
async function isSame(
  { size, md5, sha256 }: Measured,
  { headers }: Response,
  hashThere: () => Promise<string>,
): Promise<boolean> {
  if (headers.get("content-length") !== String(size)) return false;
  if (headers.get("etag") === `"${md5}"`) return true;
  return (await hashThere()) === sha256;
}

/** A list has pages of up to a thousand names. */
async function listNames(
  { url, prefix }: Bucket,
  ask: (page: URL) => Promise<Response>,
): Promise<string[]> {
  const names: string[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const page = new URL(url);
    page.searchParams.set("list-type", "2");
    page.searchParams.set("prefix", prefix);
    if (next !== "") page.searchParams.set("continuation-token", next);
    const answer = await ask(page).then((response) => response.text());
    for (const [, key = ""] of answer.matchAll(/<Key>([^<]*)<\/Key>/g))
      names.push(key.slice(prefix.length));
    const following = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(answer)?.[1];
    if (following === next)
      throw new StoreOutage(
        "o serviço repete sempre a mesma parte da lista de cópias: use um serviço compatível com S3",
      );
    next = following;
  }
  return names;
}

type BucketRequest = { method: string; url: URL; file?: Measured };

/**
 * Sends a signed request, and returns its answer, read to its end, if the bucket has accepted it. A file is read from the
 * disk as fast as the network takes it, and has a length: not every service takes a body without one.
 */
async function send(options: Options, request: BucketRequest, stopped: AbortSignal) {
  const { answersWithinMs = 60_000 } = options;
  const signals = request.file ? [stopped] : [stopped, AbortSignal.timeout(answersWithinMs)];
  return receive(options, request, AbortSignal.any(signals), async (answer) => {
    const body = await answer.arrayBuffer();
    return new Response(answer.status === 204 ? null : body, { headers: answer.headers });
  });
}

function hashInBucket(options: Options, url: URL, stopped: AbortSignal): Promise<string> {
  return receive(options, { method: "GET", url }, stopped, async ({ body }) => {
    const hash = createHash("sha256");
    for await (const chunk of body ?? []) hash.update(chunk);
    return hash.digest("hex");
  });
}

/** Every failure of a connection to the bucket is an outage: the operator can mend all of them, and many have no usual code. */
async function receive<T>(
  { keys, clock }: Options,
  { method, url, file }: BucketRequest,
  signal: AbortSignal,
  use: (answer: Response) => Promise<T>,
): Promise<T> {
  try {
    const bodyHash = file?.sha256 ?? emptyHash;
    const answer = await fetch(url, {
      method,
      // Without the second header a service could compress a copy, which has then another length.
      headers: {
        ...signRequest({ method, url, bodyHash }, keys, clock()),
        "accept-encoding": "identity",
      },
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
  if (code === "UND_ERR_SOCKET") return `a conexão caiu: ${wordsOf(cause)}`;
  return wordsOf(cause);
}

type UnsignedRequest = {
  method: string;
  url: URL;
  /** SHA-256 of the body, in hex. */
  bodyHash: string;
  headers?: Readonly<Record<string, string>>;
};

const algorithm = "AWS4-HMAC-SHA256";
/** SHA-256 of an empty body. */
const emptyHash = sha256("");

/**
 * Returns the headers of a request to S3 with its signature of version 4. The path of the URL is signed as it stands.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  { method, url, bodyHash, headers = {} }: UnsignedRequest,
  { id, secret, region }: BucketKeys,
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const sent = { ...headers, "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const signed = Object.entries({ ...sent, host: url.host }).sort(inOrder);
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join("");
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("=")).sort();
  const canonical = [method, url.pathname, query.join("&"), lines, names, bodyHash].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const text = [algorithm, time, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${secret}`));
  const signature = hmac(key, text).toString("hex");
  const credential = `${id}/${scope.join("/")}`;
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

function inOrder([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
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
