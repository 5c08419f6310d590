import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const longAgo = new Date(0);
const farAhead = new Date("2100-01-01");
const cannotWrite = expect.stringMatching(
  /^Não foi possível escrever em \S+\/build \(E[A-Z]+\)\. .*\n$/,
);

test("the work is done, also after a process that died, and its lock is removed", async () => {
  const folder = await temporaryFolder();
  expect(await work(folder)).toBe("begin\nend\n");
  for (const time of [longAgo, farAhead]) {
    await mkdir(join(folder, "build/.lock"));
    await utimes(join(folder, "build/.lock"), time, time);
    expect(await work(folder)).toMatch(/begin\nend\n$/);
  }
  expect(await work(folder)).toBe("begin\nend\n");
});

test("two processes at once work one after the other", async () => {
  const folder = await temporaryFolder();
  const log = `import { appendFileSync } from "node:fs"; const print = (word) => appendFileSync("log", word + " ");`;
  await Promise.all([work(folder, log), work(folder, log)]);
  expect(await readFile(join(folder, "log"), "utf8")).toBe("begin end begin end ");
});

test("a folder that cannot be written ends the process at once, with a message", async () => {
  const odd = await temporaryFolder();
  // No user can create a folder in /dev/fd, not even root, so the lock cannot be made there.
  await symlink("/dev/fd", join(odd, "build"));
  await expect(work(odd)).rejects.toMatchObject({ code: 1, stderr: cannotWrite });
  const file = await temporaryFolder();
  await writeFile(join(file, "build"), "");
  await expect(work(file)).rejects.toMatchObject({ code: 1, stderr: cannotWrite });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-lock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs work of 200 ms in a process of its own, in that folder, and returns what the process printed. */
async function work(folder: string, print = "const print = console.log;"): Promise<string> {
  const subject = resolve("scripts/setup/one-at-a-time.mjs");
  const script = `import { setTimeout as pause } from "node:timers/promises";
    import { oneAtATime } from ${JSON.stringify(subject)};
    ${print}
    await oneAtATime(async () => {
      print("begin");
      await pause(200);
      print("end");
    });`;
  const args = ["--input-type=module", "--eval", script];
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
}
