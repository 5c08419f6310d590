import { afterAll, beforeAll, test } from "vitest";
import { type Contract, openRuntime, type Runtime } from "#tests/support/contract/runtime.ts";
import { answers } from "./answers.ts";
import { bodies } from "./bodies.ts";
import { faults } from "./faults.ts";
import { forms } from "./forms.ts";
import { limits } from "./limits.ts";
import { log } from "./log.ts";
import { repetitions } from "./repetitions.ts";
import { signUps } from "./sign-ups.ts";

/** All of it on one server, over one Postgres. No test depends on an earlier one. */
const contract: Contract = {
  ...answers,
  ...signUps,
  ...forms,
  ...repetitions,
  ...limits,
  ...bodies,
  ...log,
  ...faults,
};

let runtime: Runtime;

beforeAll(async () => {
  runtime = await openRuntime();
});
afterAll(() => runtime?.close());

for (const [title, run] of Object.entries(contract)) test(title, () => run(runtime));
