// What needs nothing but Node and npm: all of it (`npm test`), the fast part (`npm run check`), the unit tests alone
// (`npm run check -- --units`), or what reads content/ (`npm test -- --content`).
import "./setup/root.mjs";
import { readdirSync } from "node:fs";
import { ensureInstalled } from "./setup/install.ts";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

const since = performance.now();
await ensureInstalled("full");

// These files are imported only now, because they need packages that were installed a moment ago.
const { oneCheck, runJourneys, runStaticChecks, runSteps, runVitest } = await import(
  "./check/steps.ts"
);
const { ensureChromium } = await import("./check/chromium.ts");
const { publishSources } = await import("./publish/publish.ts");

const leftOut = [
  "Left out, because it needs more than Node and npm: WebKitGTK, Firefox, Chromium 109, Caddy, PgBouncer,",
  "the container, other versions of Node, the edits of an owner. This runs it: npm run test:all",
];

const isAsked = (option: string) => process.argv.includes(option);
/** vitest.config.ts says what is slow. */
const withoutSlow = "--project=!slow";

const staticChecks = { name: "Format, lint, types, unused code", run: runStaticChecks };
const fastUnits = {
  name: "Unit tests",
  run: () => runVitest("unit-tests", ["run", withoutSlow]),
};

if (isAsked("--units")) await runSteps([fastUnits], since);
else if (isAsked("--fast")) await runSteps([staticChecks, fastUnits], since);
else await runAll(isAsked("--content"));

/** `onlyContent` whether to leave out the unit tests of files that read no word of content/. */
async function runAll(onlyContent: boolean) {
  const chromium = await ensureChromium();
  const content = readdirSync("content").filter((name) => name.endsWith(".ts"));
  const related = ["related", ...content.map((name) => `content/${name}`), withoutSlow];
  const steps = [
    { name: "Build", run: build },
    staticChecks,
    onlyContent
      ? { name: "Unit tests of what reads content/", run: () => runVitest("unit-tests", related) }
      : { name: "Unit tests, contract, faults", run: () => runVitest("unit-tests", ["run"]) },
    {
      name: "Journeys in Chromium",
      run: async () =>
        "path" in chromium
          ? runJourneys(chromium.path)
          : oneCheck({ ok: false, output: chromium.problem }),
    },
  ];
  await runSteps(steps, since, leftOut);
}

async function build() {
  const outcome = await oneAtATime(() => publishSources({ showProgress: false }));
  const output = outcome.kind === "failed" ? outcome.output : "";
  return oneCheck({ ok: outcome.kind !== "failed", output });
}
