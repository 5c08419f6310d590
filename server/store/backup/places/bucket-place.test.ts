import { readdir, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { bucketPlace } from "./bucket-place.ts";
import { copyName } from "./copy-names.ts";

const going = new AbortController().signal;
const name = copyName(0);

test("a bucket that takes a connection and then says nothing is given up, and nothing stays on this machine", async () => {
  const { place, folder } = await bucketThat(() => undefined);
  await expect(place.list(going)).rejects.toThrow("não responde");
  await expect(place.add(name, makeCopy, going)).rejects.toThrow("não responde");
  expect(await readdir(folder)).toEqual([]);
});

test("a copy on its way ends at once when the process is told to stop, and nothing stays on this machine", async () => {
  const stopping = new AbortController();
  const { place, folder } = await bucketThat(() => stopping.abort(), 600_000);
  await expect(place.add(name, makeCopy, stopping.signal)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test("a copy whose connection is cut on the way from the bucket is not used", async () => {
  const { place, folder } = await bucketThat((_, response) => {
    response.writeHead(200, { "content-length": 1_000 });
    response.write("the beginning", () => response.destroy());
  });
  let uses = 0;
  const use = async () => {
    uses += 1;
  };
  await expect(place.read(name, use, going)).rejects.toThrow();
  expect(uses).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("a list of names that breaks off is a failure, and no shorter list", async () => {
  const { place } = await bucketThat((_, response) => {
    response.writeHead(200, { "content-length": 1_000 });
    response.write(`<Key>${name}</Key>`, () => response.destroy());
  });
  await expect(place.list(going)).rejects.toThrow();
});

test("a list of names that never ends, because each part leads to itself, is a failure", async () => {
  const again = "<NextContinuationToken>again</NextContinuationToken>";
  const { place } = await bucketThat((_, response) => response.end(`<Key>${name}</Key>${again}`));
  await expect(place.list(going)).rejects.toThrow("repete");
});

/** A bucket on this machine that answers only what the test says. */
async function bucketThat(answer: RequestListener, idleMs = 50) {
  const server = await startHttpServer(answer);
  const folder = await temporaryFolder();
  const keys = { id: "id", secret: "secret", region: "sa-east-1" };
  const url = new URL("/copies", server.url);
  const place = bucketPlace({ url, prefix: "" }, { keys, clock: Date.now, idleMs, folder });
  return { place, folder };
}

async function makeCopy(file: string): Promise<void> {
  await writeFile(file, "x".repeat(100_000));
}
