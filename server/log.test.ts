import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog, describeError, linesTo } from "./log.ts";

const place = expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+\)?$/);

test("an error is described by its type, its code and its places in the code", () => {
  const error = Object.assign(new TypeError("something"), { code: "E1" });
  expect(describeError(error)).toEqual({
    type: "TypeError",
    code: "E1",
    frames: expect.arrayContaining([place]),
  });
});

test.each([
  ["of one line", "ana@example.com"],
  ["of many lines", "ana\nana@example.com\n  ana"],
  ["that looks like places in the code", "ana\n    at ana@example.com:1:1\n    at ana (a.ts:1:1)"],
  ["that is empty", ""],
])("the description of an error never contains a message %s", (_, message) => {
  const description = describeError(new Error(message));
  expect(description).toMatchObject({ frames: expect.arrayContaining([place]) });
  expect(JSON.stringify(description)).not.toContain("ana");
});

test.each(["ana@example.com", { email: "ana@example.com" }, null, undefined])(
  "a thrown value that is not an error is described by its type: %j",
  (thrown) => {
    expect(describeError(thrown)).toEqual({ type: typeof thrown });
  },
);

test("the log has the first five of equal errors in ten seconds, then the number of the others", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, written } = temporaryLog();
  const refuse = (request: number) => log.error({ error: new Error("ana"), request }, "not stored");
  for (let request = 1; request <= 241; request++) refuse(request);
  expect(written.map(({ request }) => request)).toEqual([1, 2, 3, 4, 5]);
  vi.advanceTimersByTime(10_000);
  expect(written.slice(5)).toEqual([
    expect.objectContaining({ level: 50, msg: "not stored", omitted: 236 }),
  ]);
  expect(written[5]).not.toHaveProperty("request");
  refuse(242);
  vi.advanceTimersByTime(10_000);
  expect(written.slice(6).map(({ request }) => request)).toEqual([242]);
});

test("different errors are counted separately, and other lines are not limited", () => {
  const { log, written } = temporaryLog();
  for (let round = 0; round < 5; round++) {
    log.error({ error: new Error("one") }, "not stored");
    log.error({ error: new TypeError("another kind") }, "not stored");
    log.error({ error: new Error("one") }, "not removed");
    log.error({ reason: "no answer in time", request: round }, "not stored");
  }
  for (let lead = 0; lead < 10; lead++) log.error({ lead }, "refused");
  for (let request = 0; request < 10; request++) log.info({ request }, "answered");
  expect(written).toHaveLength(40);
});

test("all lines are written in order, those that wait at once at the end of the process", async () => {
  const { handle, file } = await temporaryFile("w");
  const lines = linesTo(handle.fd);
  const written = Array.from({ length: 1_000 }, (_, index) => `line ${index} ã\n`);
  for (const [index, line] of written.entries()) {
    lines.write(line);
    if (index % 100 === 0) await sleep(1);
  }
  await expect.poll(() => readFile(file, "utf8")).toBe(written.join(""));
  lines.write("one\n");
  lines.write("two\n");
  lines.flushSync();
  expect(await readFile(file, "utf8")).toBe(`${written.join("")}one\ntwo\n`);
});

test("lines that cannot be written are dropped, without waiting", async () => {
  const { handle, file } = await temporaryFile("r");
  const lines = linesTo(handle.fd);
  for (const _ of [1, 2, 3]) {
    lines.write("lost\n");
    await sleep(5);
  }
  lines.write("lost\n");
  lines.flushSync();
  expect(await readFile(file, "utf8")).toBe("");
});

function temporaryLog() {
  const written: Record<string, unknown>[] = [];
  const write = (line: string) => void written.push(JSON.parse(line));
  return { log: createLog({ write, flushSync: () => undefined }), written };
}

async function temporaryFile(flags: "r" | "w") {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-log-"));
  const file = join(folder, "log");
  await (await open(file, "w")).close();
  const handle = await open(file, flags);
  onTestFinished(async () => {
    await handle.close();
    await rm(folder, { recursive: true });
  });
  return { handle, file };
}
