// @ts-check
import { runPackage } from "#scripts/setup/run-quietly.mjs";
import { oneCheck, sum } from "./test-counts.mjs";

/** @typedef {import("./test-counts.mjs").Counts} Counts */
/** @typedef {{ counts: Counts, output: string }} Result */
/** @typedef {{ name: string, run: () => Promise<Result> }} Step */

/** @type {Step[]} */
export const staticChecks = [
  {
    name: "Format, lint, walls",
    run: checked(() => runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"])),
  },
  { name: "Types", run: checkTypes },
  { name: "Unused code", run: checked(() => runPackage("knip/bin/knip.js", [])) },
];

/**
 * @param {() => Promise<{ ok: boolean, output: string }>} run
 * @returns {Step["run"]}
 */
export function checked(run) {
  return async () => {
    const { ok, output } = await run();
    return { counts: oneCheck(ok), output };
  };
}

async function checkTypes() {
  const projects = ["tsconfig.pure.json", "tsconfig.site.json", "tsconfig.server.json"];
  const results = await Promise.all(
    projects.map((project) => runPackage("typescript/bin/tsc", ["--project", project])),
  );
  return {
    counts: sum(results.map(({ ok }) => oneCheck(ok))),
    output: results.map(({ output }) => output).join(""),
  };
}
