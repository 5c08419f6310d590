import { afterAll, beforeAll, describe, test } from "vitest";
import { openRuntime, type Runtime, type RuntimeName } from "#tests/support/contract/runtime.ts";
import { answers } from "./answers.ts";
import { bodies, bodiesAtTheServer } from "./bodies.ts";
import { faults } from "./faults.ts";
import { forms, formsOfTheServer } from "./forms.ts";
import { limits } from "./limits.ts";
import { log } from "./log.ts";
import { repetitions } from "./repetitions.ts";
import { signUps } from "./sign-ups.ts";
import { supabaseClient } from "./supabase-client.ts";
import { ticks } from "./ticks.ts";

/** What the lead function promises (docs/lead-function.md): each test by its title. */
export type Contract = Record<string, (runtime: Runtime) => Promise<void>>;

const ofEachRuntime: Contract = {
  ...answers,
  ...signUps,
  ...forms,
  ...repetitions,
  ...limits,
  ...supabaseClient,
  ...bodies,
  ...log,
  ...faults,
};

/** What only the server answers: see `differences.ts`. */
const ofTheServer: Contract = { ...formsOfTheServer, ...bodiesAtTheServer };

/** Runs all tests of the contract on one runtime, over one Postgres. No test depends on an earlier one. */
export function contractOf(name: RuntimeName): void {
  let runtime: Runtime;

  beforeAll(async () => {
    runtime = await openRuntime(name);
  });
  afterAll(() => runtime?.close());

  const all = { ...ofEachRuntime, ...(name === "node" ? ofTheServer : ticks) };
  describe(`on ${name}`, () => {
    for (const [title, run] of Object.entries(all)) test(title, () => run(runtime));
  });
}
