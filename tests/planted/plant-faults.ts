// `npm run test:planted` plants the faults one by one in a copy of the sources, and says which test finds each fault.
// The copy includes uncommitted changes; a new file is included after its `git add`.
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureChromium } from "#scripts/check/chromium.ts";
import { type Result, read, runJourneys, runVitest } from "#scripts/check/steps.ts";
import { runPackage, runQuietly } from "#scripts/setup/run.mjs";
import { linkPackages } from "#tests/all/in-clones.ts";
import { type Fault, faults } from "./faults.ts";

type Part = Pick<Fault, "seenBy" | "readsBuild">;
/** `isBroken`: the run failed, although no test failed. */
type Ran = { passed: Set<string>; failed: string[]; isBroken: boolean; output: string };

const words = process.argv[2] ?? "";
const chosen = faults.filter(({ name }) => name.includes(words));
const chromium = await ensureChromium();
await enterCopy();
const stale = new Map(await Promise.all(chosen.map(staleness)));
const plantable = chosen.filter((fault) => stale.get(fault) === undefined);
await refuseWhatTheCompilerFinds();

console.log("Without any fault …");
const control = await run({
  seenBy: [...new Set(plantable.flatMap(({ seenBy }) => seenBy))],
  readsBuild: true,
});
if (control.isBroken) throw new Error(control.output);
for (const title of control.failed) console.log(`This fails without any fault: ${title}`);

console.log("\nfault | found by | seconds");
let found = 0;
for (const fault of chosen) {
  const startedAt = performance.now();
  const { isFound, says } = await tryFault(fault);
  if (isFound) found += 1;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log([fault.name, says, seconds].join(" | "));
}
console.log(`${found} found, ${chosen.length - found} not found`);
if (found === 0 || found < chosen.length) process.exitCode = 1;

/** Moves this process into a copy of the sources, which is deleted when the process ends. */
async function enterCopy(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-planted-"));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const copy = join(folder, "copy");
  // A commit of the present files, which is on no branch; an empty name if no file was changed.
  const present = (await succeed(runQuietly("git", ["stash", "create"]))).trim() || "HEAD";
  const commit = (await succeed(runQuietly("git", ["rev-parse", present]))).trim();
  await succeed(runQuietly("git", ["clone", "--quiet", "--shared", "--no-checkout", ".", copy]));
  await succeed(runQuietly("git", ["-C", copy, "checkout", "--quiet", "--detach", commit]));
  await succeed(linkPackages(copy));
  process.chdir(copy);
}

async function succeed(running: ReturnType<typeof runQuietly>): Promise<string> {
  const { ok, output } = await running;
  if (!ok) throw new Error(output);
  return output;
}

/** Why a fault cannot be tried any more: the sources or the tests have changed since the fault was described. */
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

/**
 * Compiles all faults at once. A fault that the compiler finds says nothing about the tests. Names that a fault leaves
 * unused are allowed: the person who makes the mistake would remove them.
 */
async function refuseWhatTheCompilerFinds(): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  for (const fault of plantable) undo.push(await plant(fault));
  for (const name of ["pure", "site", "server"]) {
    const args = ["--project", `tsconfig.${name}.json`, "--noUnusedLocals", "false"];
    await succeed(runPackage("typescript/bin/tsc", args));
  }
  for (const takeBack of undo.toReversed()) await takeBack();
}

/** A fault counts as found if a test fails that passes without the fault. A run that stops before its tests finds nothing. */
async function tryFault(fault: Fault): Promise<{ isFound: boolean; says: string }> {
  const why = stale.get(fault);
  if (why !== undefined)
    return { isFound: false, says: `cannot be planted any more: describe it anew (${why})` };
  const takeBack = await plant(fault);
  const { failed, isBroken, output } = await run(fault, ["--max-failures=1"]);
  await takeBack();
  const [first, ...more] = failed.filter((title) => control.passed.has(title));
  if (first !== undefined) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : "";
    // The title is cut, because the row of a test can have a whole object in its title.
    return { isFound: true, says: `${first.slice(0, 150)}${others}` };
  }
  const says = isBroken ? `the tests did not run:\n${output.trimEnd()}\n` : fault.promise;
  return { isFound: false, says: `NOT FOUND: ${says}` };
}

/** Runs the tests of a fault. `ofJourneys`: options for journeys; the first failed journey ends the run, because a failure waits long. */
async function run({ seenBy, readsBuild }: Part, ofJourneys: string[] = []): Promise<Ran> {
  const journeys = seenBy.filter((path) => path.startsWith("tests/e2e/"));
  const others = seenBy.filter((path) => !journeys.includes(path));
  // Otherwise each fault would need a build, which takes longer than most of these tests.
  const settings = { WITHOUT_BUILD: readsBuild ? "0" : "1" };
  const results: Result[] = [];
  if (others.length > 0) results.push(await runVitest("planted", ["run", ...others], settings));
  if (journeys.length > 0) {
    if ("problem" in chromium) throw new Error(chromium.problem);
    results.push(await runJourneys(chromium.path, [...journeys, ...ofJourneys]));
  }
  const tests = results.flatMap(({ report }) => (report === undefined ? [] : testsIn(report)));
  const titlesOf = (wanted: string) =>
    tests.flatMap(({ title, outcome }) => (outcome === wanted ? title : []));
  const [passed, failed] = [new Set(titlesOf("passed")), [...new Set(titlesOf("failed"))]];
  const isBroken = failed.length === 0 && results.some(({ counts }) => counts.failed > 0);
  const output = results.map((result) => result.output ?? "").join("\n");
  return { passed, failed, isBroken, output };
}

type RunTest = { title: string; outcome: "passed" | "failed" | "skipped" };

/** All tests in the report of Vitest or Playwright. */
function testsIn(report: string): RunTest[] {
  const { testResults = [], suites = [] } = read(report);
  return [...testResults.flatMap(testsOfVitest), ...suites.flatMap(testsOfPlaywright)];
}

function testsOfVitest({
  name,
  assertionResults,
}: {
  name: string;
  assertionResults: { fullName: string; status: string }[];
}): RunTest[] {
  return assertionResults.map(({ fullName, status }) => ({
    title: `${relative("", name)}: ${fullName}`,
    outcome: outcomeOf(status),
  }));
}

type Suite = {
  file: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: string }[] }[];
};

function testsOfPlaywright({ file, suites = [], specs = [] }: Suite): RunTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      title: `tests/e2e/${file}: ${title}`,
      outcome: outcomeOf(status),
    })),
  );
  return [...own, ...suites.flatMap(testsOfPlaywright)];
}

/** The meaning of a status in the report of Vitest or Playwright. */
function outcomeOf(status: string): RunTest["outcome"] {
  if (status === "passed" || status === "expected") return "passed";
  return ["failed", "unexpected", "flaky"].includes(status) ? "failed" : "skipped";
}
