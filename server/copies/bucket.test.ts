import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyUntilWait, hour, minute, start } from "#tests/support/copies/copy-until-wait.ts";
import {
  type BucketFault,
  bucketKeys,
  type FakeBucket,
  startFakeBucket,
} from "#tests/support/copies/fake-bucket.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { signRequest } from "./bucket.ts";
import { findRepeatedCopies } from "./late-copies.ts";
import { bucketPlace, copyName, copyTime } from "./places.ts";

const going = new AbortController().signal;
const name = copyName(0);

/** The keys of the examples in https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const keys = {
  id: "AKIAIOSFODNN7EXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const published = Date.parse("2013-05-24T00:00:00Z");
const host = "https://examplebucket.s3.amazonaws.com";

test.each(engines)(
  "on %s copies go to a bucket, the oldest goes, the newest comes back",
  async (engine) => {
    const bucket = await startFakeBucket();
    const operator = await createOperator(engine);
    await operator.signUp({ lead: ana });
    bucket.files.set("launch/notes.txt", Buffer.from("not ours"));
    bucket.files.set(
      "launch-2/black-ahsd-2020-01-01T00-00-00Z-0a1b2c3d.sqlite",
      Buffer.from("another's"),
    );
    const { code, err } = await copyUntilWait(operator, [bucket.address, "--keep", "3"], 5, {
      onWait: (wait, now) =>
        wait === 4 ? operator.signUp({ lead: bia, receivedAt: now + 1 }) : undefined,
    });
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(timesIn(bucket)).toEqual([2, 3, 4].map((hours) => start + hours * hour));
    expect(bucket.files.has("launch-2/black-ahsd-2020-01-01T00-00-00Z-0a1b2c3d.sqlite")).toBe(true);
    expect(bucket.files.has("launch/notes.txt")).toBe(true);
    expect(await operator.use(findRepeatedCopies)).toMatchObject([{ place: bucket.address }]);

    const elsewhere = operatorOf({ kind: "sqlite", folder: await temporaryFolder() });
    const readConfig = () => settingsOf(elsewhere.store, bucketKeys);
    const restored = await elsewhere.run(["restore", bucket.address], { readConfig });
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect((await elsewhere.run(["list"])).out).toContain(bia.email);
    const older = `${bucket.address}/${copiesIn(bucket)[0]}`;
    await elsewhere.run(["restore", older, "--replace"], { readConfig });
    expect((await elsewhere.run(["list"])).out).toContain(ana.email);
    expect((await elsewhere.run(["list"])).out).not.toContain(bia.email);
  },
);

test.each<[string, BucketFault, RegExp]>([
  [
    "refuses the key",
    { kind: "status", status: 403, code: "AccessDenied" },
    /recusou o acesso \(status 403, AccessDenied\): confira AWS_ACCESS_KEY_ID/,
  ],
  [
    "fails",
    { kind: "status", status: 500, code: "InternalError" },
    /está com problemas \(status 500/,
  ],
  ["cuts the connection while a copy is sent", { kind: "cut" }, /a conexão caiu/],
])("a bucket that %s costs no older copy, and gets the next one", async (_, fault, reason) => {
  const bucket = await startFakeBucket();
  const operator = await createOperator();
  await operator.signUp({});
  const words = [bucket.address, "--keep", "1"];
  const { code, err, out, waits } = await copyUntilWait(operator, words, 5, {
    onWait(wait) {
      if (wait === 1) bucket.fault = fault;
      if (wait > 1 && wait < 4) expect(timesIn(bucket)).toEqual([start]);
      if (wait === 3) bucket.fault = { kind: "none" };
    },
  });
  expect(code).toBe(0);
  expect(waits).toEqual([hour, minute, minute, 58 * minute, hour]);
  expect(err).toEqual([expect.stringMatching(reason)]);
  expect(out.filter((line) => line.includes("Cópia feita e conferida"))).toHaveLength(3);
  expect(timesIn(bucket)).toEqual([start + 2 * hour]);
  expect(`${out}${err}`).not.toContain(bucketKeys.AWS_SECRET_ACCESS_KEY);
});

test("a bucket that does not answer is told; a wrong secret is refused", async () => {
  const bucket = await startFakeBucket();
  const operator = await createOperator();
  const nowhere = await copyUntilWait(operator, ["s3+http://127.0.0.1:2/copies"], 1);
  expect(nowhere.err).toEqual([expect.stringContaining("a conexão foi recusada")]);
  const wrong = { ...bucketKeys, AWS_SECRET_ACCESS_KEY: "another" };
  const { err } = await copyUntilWait(operator, [bucket.address], 1, { keys: wrong });
  expect(err).toEqual([expect.stringContaining("SignatureDoesNotMatch")]);
});

test("nothing of a copy that was sent stays on this machine", async () => {
  const bucket = await startFakeBucket();
  const folder = join(await temporaryFolder(), "data");
  const operator = operatorOf({ kind: "sqlite", folder });
  await operator.createStore();
  await copyUntilWait(operator, [bucket.address], 2, {
    onWait() {
      bucket.fault = { kind: "cut" };
    },
  });
  expect(await readdir(folder)).toEqual(["leads.sqlite"]);
});

function timesIn(bucket: FakeBucket): (number | undefined)[] {
  return copiesIn(bucket).map(copyTime);
}

/** The names of our copies in the bucket, the oldest first. */
function copiesIn({ files }: FakeBucket): string[] {
  const names = [...files.keys()].map((key) => key.replace("launch/", ""));
  return names.filter((name) => copyTime(name) !== undefined).sort();
}
test("a bucket that takes a connection and then says nothing is given up", async () => {
  const { place } = await bucketThat(() => undefined, 50);
  await expect(place.list(going)).rejects.toThrow("não responde");
});

test("a copy on its way ends when the process is told to stop", async () => {
  const stopping = new AbortController();
  const { place, folder } = await bucketThat(() => stopping.abort());
  await expect(place.add(name, makeCopy, stopping.signal)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test("a copy that is cut on its way from the bucket is not used", async () => {
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

/** A bucket on this machine that answers only what the test says. */
async function bucketThat(answer: RequestListener, answersWithinMs = 60_000) {
  const server = await startHttpServer(answer);
  const folder = await temporaryFolder();
  const bucket = { keys, clock: Date.now, answersWithinMs };
  const place = bucketPlace(new URL("/copies", server.url), bucket, folder);
  return { place, folder };
}

async function makeCopy(file: string): Promise<void> {
  await writeFile(file, "x".repeat(100_000));
}
test.each([
  {
    what: "asks with a name without a value",
    path: "/?lifecycle",
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    what: "lists files",
    path: "/?max-keys=2&prefix=J",
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("the request that $what has the signature of Amazon's paper", ({ path, signature }) => {
  const bodyHash = createHash("sha256").digest("hex");
  const request = { method: "GET", url: new URL(path, host), bodyHash };
  const { authorization } = signRequest(request, keys, published);
  expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
});
