import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startHttpServer } from "#tests/support/start-http-server.ts";

export const bucketKeys = {
  AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "a-secret-of-a-test",
  AWS_REGION: "sa-east-1",
} as const;

/** How the bucket misbehaves at the next requests. */
export type BucketFault =
  | { kind: "none" }
  | { kind: "status"; status: number; code: string }
  /** The connection ends when a file is asked for. */
  | { kind: "no-read" }
  /** The connection ends in the middle of an upload. */
  | { kind: "cut" };

export type FakeBucket = {
  /** The address for `--to`. */
  address: string;
  files: Map<string, Buffer>;
  requests: { method: string; path: string }[];
  fault: BucketFault;
};

/**
 * A bucket on this machine that answers as S3 does, as far as the product asks. It computes each signature by itself,
 * from what has arrived, and refuses a request whose signature or body differs.
 */
export async function startFakeBucket(prefix = "launch"): Promise<FakeBucket> {
  const bucket: FakeBucket = {
    address: "",
    files: new Map(),
    requests: [],
    fault: { kind: "none" },
  };
  const { url } = await startHttpServer((request, response) => {
    void answer(bucket, request, response).catch(() => response.destroy());
  });
  bucket.address = `s3+${url}/copies/${prefix}`;
  return bucket;
}

async function answer(
  bucket: FakeBucket,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const url = new URL(request.url ?? "", `http://${headers.host}`);
  bucket.requests.push({ method, path: url.pathname });
  const { fault } = bucket;
  if (fault.kind === "cut" && method === "PUT")
    return void request.once("data", () => request.destroy());
  const isRead = method === "GET" && !url.searchParams.has("list-type");
  if (fault.kind === "no-read" && isRead) return void request.destroy();
  const body = await buffer(request);
  if (fault.kind === "status") return refuse(response, fault.status, fault.code);
  if (headers.authorization !== expectedAuthorization(request, url))
    return refuse(response, 403, "SignatureDoesNotMatch");
  if (headers["x-amz-content-sha256"] !== hashOf(body))
    return refuse(response, 400, "XAmzContentSHA256Mismatch");
  const [, name, ...rest] = url.pathname.split("/");
  if (name !== "copies") return refuse(response, 404, "NoSuchBucket");
  const key = rest.join("/");
  if (key === "") return list(bucket, url, response);
  serve(bucket, { method, key, body }, response);
}

type Asked = { method: string; key: string; body: Buffer };

function serve(
  { files }: FakeBucket,
  { method, key, body }: Asked,
  response: ServerResponse,
): void {
  if (method === "PUT") {
    files.set(key, body);
    response.end();
    return;
  }
  const file = files.get(key);
  if (method === "DELETE") {
    files.delete(key);
    response.writeHead(204).end();
    return;
  }
  if (file === undefined) {
    refuse(response, 404, "NoSuchKey");
    return;
  }
  response.writeHead(200, { "content-length": file.length });
  response.end(method === "HEAD" ? undefined : file);
}

/** Two names a page, so that each list has several pages. */
function list({ files }: FakeBucket, { searchParams }: URL, response: ServerResponse): void {
  const from = Number(searchParams.get("continuation-token") ?? 0);
  const all = [...files.keys()]
    .filter((key) => key.startsWith(searchParams.get("prefix") ?? ""))
    .sort();
  const keys = all.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = `<NextContinuationToken>${from + 2}</NextContinuationToken>`;
  response.end(
    `<ListBucketResult>${keys.join("")}${from + 2 < all.length ? next : ""}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>secret</Message></Error>`);
}

/** Written from Amazon's description and not from the product, so that both can only agree if both are right. */
function expectedAuthorization({ method, headers }: IncomingMessage, url: URL): string {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = bucketKeys;
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const signed = names.split(";").map((name) => `${name}:${headers[name]}`);
  const query = url.search.slice(1).split("&").sort().join("&").replaceAll("+", "%20");
  const bodyHash = headers["x-amz-content-sha256"];
  const canonical = [method, url.pathname, query, ...signed, "", names, bodyHash].join("\n");
  const time = String(headers["x-amz-date"]);
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of scope) key = createHmac("sha256", key).update(part).digest();
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), hashOf(canonical)].join("\n");
  const signature = createHmac("sha256", key).update(text).digest("hex");
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope.join("/")}, SignedHeaders=${names}, Signature=${signature}`;
}

function hashOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
