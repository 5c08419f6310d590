import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { bucketErrors as phrases } from "#phrases/copy-places.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import { makeFolder } from "#server/store/connection/sqlite.ts";
import { removeLeftParts } from "./folder-place.ts";
import type { CopyPlace } from "./place.ts";
import { type BucketDeps, type BucketRequest, outageOf, sendToBucket } from "./send-to-bucket.ts";

export type Bucket = {
  /** The address without a name of a copy: `https://host/bucket`. */
  url: URL;
  /** What stands before each name, like `launch/`; may be empty. */
  prefix: string;
};

type Options = BucketDeps & {
  /** A folder on this machine for the copy that is sent or was fetched. */
  folder: string;
};

/** One request stores a file of up to 5 GB: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
const maxBytes = 5 * 1024 ** 3;

/** Keeps copies in a bucket. A copy is made and checked on this machine, sent, and compared with what the bucket has. */
export function bucketPlace({ url, prefix }: Bucket, options: Options): CopyPlace {
  const at = (name: string) => new URL(`${url.pathname}/${prefix}${name}`, url);
  const send = (request: BucketRequest, stopped: AbortSignal) =>
    sendToBucket(options, request, stopped);
  return {
    name: `s3+${at("").href.replace(/\/$/, "")}`,
    list: (stopped) =>
      listNames({ url, prefix }, (page) => send({ method: "GET", url: page }, stopped)),
    add: (name, make, stopped) =>
      inOwnFolder(options, name, async (file) => {
        await make(file);
        const body = await measure(file);
        if (body.size > maxBytes) throw new StoreOutage(phrases.tooLarge);
        await drain(await send({ method: "PUT", url: at(name), body }, stopped));
        if (await isSame(body, (method) => send({ method, url: at(name) }, stopped))) return;
        await drain(await send({ method: "DELETE", url: at(name) }, stopped));
        throw new StoreOutage(phrases.changed);
      }),
    async remove(name, stopped) {
      await drain(await send({ method: "DELETE", url: at(name) }, stopped));
    },
    read: (name, use, stopped) =>
      inOwnFolder(options, name, async (file) => {
        const answer = await send({ method: "GET", url: at(name) }, stopped);
        await unlessCut(pipeline(answer, createWriteStream(file, { mode: 0o600 })));
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

type Measured = { file: string; size: number; hash: string; md5: string };

async function measure(file: string): Promise<Measured> {
  const hash = createHash("sha256");
  const md5 = createHash("md5");
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    md5.update(chunk);
  }
  return { file, size: statSync(file).size, hash: hash.digest("hex"), md5: md5.digest("hex") };
}

/**
 * Whether the bucket holds what was sent. Most services give the MD5 of a file as its tag, which costs no reading; if
 * the tag is something else, as with some kinds of encryption, the whole file is read back.
 */
async function isSame(
  { size, hash, md5 }: Measured,
  ask: (method: "GET" | "HEAD") => Promise<IncomingMessage>,
): Promise<boolean> {
  const head = await ask("HEAD");
  await drain(head);
  if (head.headers["content-length"] !== String(size)) return false;
  if (head.headers.etag === `"${md5}"`) return true;
  const found = createHash("sha256");
  await unlessCut(pipeline(await ask("GET"), found));
  return found.digest("hex") === hash;
}

/** A list has pages of up to a thousand names. */
async function listNames(
  { url, prefix }: Bucket,
  ask: (page: URL) => Promise<IncomingMessage>,
): Promise<string[]> {
  const names: string[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const page = new URL(url);
    page.searchParams.set("list-type", "2");
    page.searchParams.set("prefix", prefix);
    if (next !== "") page.searchParams.set("continuation-token", next);
    const answer = await unlessCut(ask(page).then(text));
    for (const [, key = ""] of answer.matchAll(/<Key>([^<]*)<\/Key>/g))
      names.push(key.slice(prefix.length));
    const following = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(answer)?.[1];
    if (following === next) throw new StoreOutage(phrases.repeats);
    next = following;
  }
  return names;
}

/** Reads an answer to its end, because a connection with an unread answer stays open. */
async function drain(answer: IncomingMessage): Promise<void> {
  await unlessCut(text(answer));
}

/** A connection that ends before the end of the answer is an outage as well. */
async function unlessCut<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw outageOf(error);
  }
}
