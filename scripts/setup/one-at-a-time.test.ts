import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const patienceMs = 10_000;
const longAgo = new Date(0);
const cannotWrite = expect.stringMatching(/^Could not write into \S+\/build \(E[A-Z]+\)\. .*\n$/);

test("the work is done, after a start that died as well, and its lock is gone", async () => {
  const folder = await temporaryFolder();
  expect(await start(folder)).toBe("worked\n");
  await mkdir(join(folder, "build/.lock"));
  await utimes(join(folder, "build/.lock"), longAgo, longAgo);
  expect(await start(folder)).toMatch(/worked\n$/);
});

test("where nothing can be written it ends with a line, and waits for nobody", async () => {
  const odd = await temporaryFolder();
  // Nobody, root included, makes a folder in there.
  await symlink("/dev/fd", join(odd, "build"));
  await expect(start(odd)).rejects.toMatchObject({ code: 1, stderr: cannotWrite });
  const file = await temporaryFolder();
  await writeFile(join(file, "build"), "");
  await expect(start(file)).rejects.toMatchObject({ code: 1, stderr: cannotWrite });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-lock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** What a start in that folder prints. */
async function start(folder: string): Promise<string> {
  const subject = resolve("scripts/setup/one-at-a-time.mjs");
  const script = `import { oneAtATime } from ${JSON.stringify(subject)};
    await oneAtATime(async () => console.log("worked"));`;
  const args = ["--input-type=module", "--eval", script];
  const options = { cwd: folder, timeout: patienceMs };
  return (await promisify(execFile)(process.execPath, args, options)).stdout;
}
