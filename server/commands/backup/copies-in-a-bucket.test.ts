import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyTime } from "#server/store/backup/places/copy-names.ts";
import { findRepeatedCopies } from "#server/store/backup/repeated-copies.ts";
import { copyUntilWait, hour, minute, start } from "#tests/support/copies/copy-until-wait.ts";
import {
  type BucketFault,
  bucketKeys,
  type FakeBucket,
  startFakeBucket,
} from "#tests/support/copies/fake-bucket.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s copies go to a bucket, the oldest is removed there, and the newest brings the leads back elsewhere",
  async (engine) => {
    const bucket = await startFakeBucket();
    const operator = await createOperator(engine);
    await operator.signUp({ lead: ana });
    bucket.files.set("launch/notes.txt", Buffer.from("not ours"));
    bucket.files.set("launch-2/black-ahsd-2020-01-01T00-00-00Z.sqlite", Buffer.from("another's"));
    const { code, err } = await copyUntilWait(operator, [bucket.address, "--keep", "3"], 5, {
      onWait: (wait) => (wait === 4 ? operator.signUp({ lead: bia }) : undefined),
    });
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(timesIn(bucket)).toEqual([2, 3, 4].map((hours) => start + hours * hour));
    expect(bucket.files.has("launch-2/black-ahsd-2020-01-01T00-00-00Z.sqlite")).toBe(true);
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
    "does not exist",
    { kind: "status", status: 404, code: "NoSuchBucket" },
    /não existe \(status 404, NoSuchBucket\)/,
  ],
  [
    "is in another region",
    { kind: "status", status: 400, code: "AuthorizationHeaderMalformed" },
    /confira o endereço e AWS_REGION/,
  ],
  [
    "fails",
    { kind: "status", status: 500, code: "InternalError" },
    /está com problemas \(status 500/,
  ],
  ["cuts the connection while a copy is sent", { kind: "cut" }, /a conexão caiu/],
  ["keeps half of a copy", { kind: "half" }, /não é igual à cópia/],
  ["keeps other bytes than were sent", { kind: "other-bytes" }, /não é igual à cópia/],
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

test("a bucket whose tags are no hashes is read back", async () => {
  const bucket = await startFakeBucket();
  bucket.tagsAreMd5 = false;
  const operator = await createOperator();
  await copyUntilWait(operator, [bucket.address], 1);
  const ways = bucket.requests.filter(({ path }) => path.endsWith(".sqlite"));
  expect(ways.map(({ method }) => method)).toEqual(["PUT", "HEAD", "GET"]);
  bucket.fault = { kind: "other-bytes" };
  const { err } = await copyUntilWait(operator, [bucket.address], 1, { at: start + hour });
  expect(err).toEqual([expect.stringContaining("não é igual à cópia")]);
  expect(timesIn(bucket)).toEqual([start]);
});

test("a bucket that does not answer is reported, and a wrong secret is refused", async () => {
  const bucket = await startFakeBucket();
  const operator = await createOperator();
  const nowhere = await copyUntilWait(operator, ["s3+http://127.0.0.1:1/copies"], 1);
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
