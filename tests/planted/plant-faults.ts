// `npm run test:planted`: plants one fault after the other in a copy of the sources, and says which test sees it. The
// copy has what was changed since the last commit too; a new file is in it from its `git add` on.
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
/** `isBroken`: the run failed without a failed test. */
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

/** From here on this process works in the copy, which is removed when it ends. */
async function enterCopy(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-planted-"));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const copy = join(folder, "copy");
  // A commit of the present files that no branch has; no name if nothing was changed.
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

/**
 * All faults are compiled at once. One that the compiler finds says nothing about the tests, unless it only leaves a name
 * unused, which the person who makes the slip would remove.
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

/** A fault is found by a test that passes without it: a run that breaks before its tests finds nothing. */
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
    // A row of a test can have a whole object in its title.
    return { isFound: true, says: `${first.slice(0, 150)}${others}` };
  }
  const says = isBroken ? `the tests did not run:\n${output.trimEnd()}\n` : fault.promise;
  return { isFound: false, says: `NOT FOUND: ${says}` };
}

/** `ofJourneys`: a journey that fails waits long, so the first one ends them. */
async function run({ seenBy, readsBuild }: Part, ofJourneys: string[] = []): Promise<Ran> {
  const journeys = seenBy.filter((path) => path.startsWith("tests/e2e/"));
  const others = seenBy.filter((path) => !journeys.includes(path));
  // Otherwise each fault would be built, which takes longer than most of these tests.
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

/** Each test in the report of Vitest or of Playwright. */
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

/** What a status in the report of Vitest or of Playwright means. */
function outcomeOf(status: string): RunTest["outcome"] {
  if (status === "passed" || status === "expected") return "passed";
  return ["failed", "unexpected", "flaky"].includes(status) ? "failed" : "skipped";
}
