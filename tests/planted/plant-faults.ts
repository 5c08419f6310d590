// `npm run test:planted`: plants one fault after the other in a copy of the sources, and says which test sees it. The
// copy is of the last commit with what has changed since; a new file is in it from its `git add` on.
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "#scripts/check/chromium.mjs";
import { type Result, runJourneys, runVitest } from "#scripts/check/steps.mjs";
import { runPackage, runQuietly } from "#scripts/setup/run.mjs";
import { linkPackages } from "#tests/all/in-clones.mjs";
import { type Fault, faults } from "./faults.ts";

type Part = Pick<Fault, "seenBy" | "readsBuild">;
type Ran = { passed: Set<string>; failed: string[]; output: string };

const words = process.argv[3] ?? "";
const chosen = faults.filter(({ name }) => name.includes(words));
const chromium = await ensureChromium();

await enterCopy();
const stale = new Map(await Promise.all(chosen.map(staleness)));
const plantable = chosen.filter((fault) => stale.get(fault) === undefined);
await refuseWhatTheCompilerFinds(plantable);

console.log("Without any fault …");
const seenBy = [...new Set(plantable.flatMap((fault) => fault.seenBy))];
const control = await run({ seenBy, readsBuild: true });
for (const title of control.failed)
  console.log(`This fails without any fault, and finds none: ${title}`);

console.log("\nfault | found by | seconds");
let notFound = 0;
for (const fault of chosen) {
  const startedAt = performance.now();
  const { isFound, says } = await tryFault(fault);
  if (!isFound) notFound += 1;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log([fault.name, says, seconds].join(" | "));
}
console.log(`${chosen.length - notFound} found, ${notFound} not found`);
if (notFound > 0 || chosen.length === 0) process.exitCode = 1;

/** From here on this process works in the copy, which is removed at its end, also after Ctrl-C. */
async function enterCopy(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-planted-"));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  // A commit of the present files that no branch has; nothing if nothing has changed.
  const commit = (await git("stash", "create")).trim() || "HEAD";
  const hash = (await git("rev-parse", commit)).trim();
  const copy = join(folder, "copy");
  await git("clone", "--quiet", "--shared", "--no-checkout", ".", copy);
  await git("-C", copy, "checkout", "--quiet", "--detach", hash);
  const linked = await linkPackages(copy);
  if (!linked.ok) throw new Error(linked.output);
  process.chdir(copy);
}

async function git(...args: string[]): Promise<string> {
  const { ok, output } = await runQuietly("git", args);
  if (!ok) throw new Error(output);
  return output;
}

/** Why a fault cannot be tried any more: the sources or the tests have changed since it was described. */
async function staleness(fault: Fault): Promise<[Fault, string | undefined]> {
  const { file, text, seenBy } = fault;
  const missing = [file, ...seenBy].find((path) => !existsSync(path));
  if (missing !== undefined) return [fault, `there is no ${missing}`];
  const times = (await readFile(file, "utf8")).split(text).length - 1;
  return [fault, times === 1 ? undefined : `its text is ${times} times in ${file}`];
}

async function plant({ file, text, instead }: Fault): Promise<() => Promise<void>> {
  const sound = await readFile(file, "utf8");
  await writeFile(
    file,
    sound.replace(text, () => instead),
  );
  return () => writeFile(file, sound);
}

/** All faults are compiled at once. One that the compiler finds says nothing about the tests. */
async function refuseWhatTheCompilerFinds(planted: readonly Fault[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  for (const fault of planted) undo.push(await plant(fault));
  for (const name of ["pure", "site", "server"]) {
    const args = ["--project", `tsconfig.${name}.json`];
    const { ok, output } = await runPackage("typescript/bin/tsc", args);
    if (!ok) throw new Error(`The compiler finds a fault, so no test has to:\n${output}`);
  }
  for (const takeBack of undo.toReversed()) await takeBack();
}

/** A fault is found by a test that passes without it. A run that breaks before its first test finds nothing. */
async function tryFault(fault: Fault): Promise<{ isFound: boolean; says: string }> {
  const why = stale.get(fault);
  if (why !== undefined)
    return { isFound: false, says: `cannot be planted any more: describe it anew (${why})` };
  const takeBack = await plant(fault);
  const { passed, failed, output } = await run(fault);
  await takeBack();
  const [first, ...more] = failed.filter((title) => control.passed.has(title));
  if (first !== undefined)
    return { isFound: true, says: more.length > 0 ? `${first} (and ${more.length} more)` : first };
  if (passed.size > 0) return { isFound: false, says: `NOT FOUND: ${fault.promise}` };
  return { isFound: false, says: `NOT FOUND, because no test ran:\n${output.trimEnd()}\n` };
}

async function run({ seenBy, readsBuild }: Part): Promise<Ran> {
  const journeys = seenBy.filter((path) => path.startsWith("tests/e2e"));
  const others = seenBy.filter((path) => !journeys.includes(path));
  const withoutBuild = readsBuild ? [] : ["--config", "vitest.planted.config.ts"];
  const results: Result[] = [];
  if (others.length > 0)
    results.push(await runVitest("planted", ["run", ...withoutBuild, ...others]));
  if (journeys.length > 0) {
    if (!("path" in chromium)) throw new Error(chromium.problem);
    results.push(await runJourneys(chromium.path, journeys));
  }
  const tests = results.flatMap((result) => result.tests ?? []);
  const failed = tests.flatMap(({ title, outcome }) => (outcome === "failed" ? title : []));
  const passed = tests.flatMap(({ title, outcome }) => (outcome === "passed" ? title : []));
  const output = results.map((result) => result.output ?? "").join("\n");
  return { failed: [...new Set(failed)], passed: new Set(passed), output };
}
