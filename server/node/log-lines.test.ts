import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { linesTo } from "./log-lines.ts";

test("all lines are written in order", async () => {
  const { handle, file } = await temporaryFile("w");
  const lines = linesTo(handle.fd);
  const written = Array.from({ length: 1_000 }, (_, index) => `line ${index} ã\n`);
  for (const [index, line] of written.entries()) {
    lines.write(line);
    if (index % 100 === 0) await sleep(1);
  }
  await expect.poll(() => readFile(file, "utf8")).toBe(written.join(""));
});

test("the lines that wait at the end of the process are written at once", async () => {
  const { handle, file } = await temporaryFile("w");
  const lines = linesTo(handle.fd);
  lines.write("one\n");
  lines.write("two\n");
  lines.flushSync();
  expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
});

test("lines that cannot be written are dropped, and the process does not wait for them", async () => {
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
