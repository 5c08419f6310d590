import { createReadStream } from "node:fs";
import { type ClientRequest, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { bucketErrors as phrases } from "#phrases/copy-places.ts";
import { StoreOutage, wordsOf } from "#server/store/connection/errors.ts";
import { type BucketKeys, emptyHash, signRequest } from "./sign-request.ts";

export type BucketDeps = {
  keys: BucketKeys;
  clock: () => number;
  /** A connection on which nothing moves for this long is cut. */
  idleMs: number;
};

export type BucketRequest = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  url: URL;
  body?: { file: string; size: number; hash: string } | undefined;
};

/**
 * Sends a signed request, and returns its answer if the bucket has accepted it. The body is read from the disk as fast
 * as the network takes it, and has a length: not every service takes a body without one. `fetch` cannot send such a body.
 */
export async function sendToBucket(
  deps: BucketDeps,
  { method, url, body }: BucketRequest,
  stopped: AbortSignal,
): Promise<IncomingMessage> {
  const bodyHash = body?.hash ?? emptyHash;
  const length: Record<string, string> =
    body === undefined ? {} : { "content-length": String(body.size) };
  const headers = signRequest(
    {
      method,
      url,
      headers: { ...length, "x-amz-content-sha256": bodyHash },
      bodyHash,
      service: "s3",
    },
    deps.keys,
    deps.clock(),
  );
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const request = send(url, { method, headers, signal: stopped, agent: false }, resolve);
    request.on("error", (error) => reject(stopped.aborted ? stopped.reason : outageOf(error)));
    request.setTimeout(deps.idleMs, () =>
      request.destroy(new StoreOutage(phrases.silent(url.host))),
    );
    sendBody(request, body?.file);
  });
  const { statusCode: status = 0 } = answer;
  if (status >= 200 && status < 300) return answer;
  const code = await errorCode(answer);
  // The service may have refused a body that it has not read.
  answer.destroy();
  throw new StoreOutage(explain(status, code));
}

function sendBody(request: ClientRequest, file: string | undefined): void {
  if (file === undefined) request.end();
  // A failure reaches the request as its own error.
  else pipeline(createReadStream(file), request, () => undefined);
}

/** Every failure of a connection to the bucket is an outage: the operator can mend all of them, and many have no usual code. */
export function outageOf(error: unknown): Error {
  return error instanceof StoreOutage ? error : new StoreOutage(wordsOf(error));
}

/** The code in an error of S3, like `AccessDenied`. Only this word of the answer is ever shown. */
async function errorCode(answer: IncomingMessage): Promise<string> {
  const body = await text(answer).catch(() => "");
  return /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? "";
}

function explain(status: number, code: string): string {
  const answer = code === "" ? `status ${status}` : `status ${status}, ${code}`;
  if (status === 401 || status === 403) return phrases.refused(answer);
  if (status === 404) return phrases.notThere(answer);
  return status < 500 ? phrases.misunderstood(answer) : phrases.failing(answer);
}
