import { afterAll, beforeAll, test } from "vitest";
import { type Contract, openRuntime, type Runtime } from "#tests/support/contract/runtime.ts";
import { slowWaits } from "#tests/support/faults/server.ts";
import { answers } from "./answers.ts";
import { faults } from "./faults.ts";
import { forms } from "./forms.ts";
import { limits } from "./limits.ts";
import { log } from "./log.ts";
import { repetitions } from "./repetitions.ts";
import { signUps } from "./sign-ups.ts";

/** On one server, over one Postgres. No test depends on an earlier one. */
const contract: Contract = {
  ...answers,
  ...signUps,
  ...forms,
  ...repetitions,
  ...limits,
  ...log,
};

let runtime: Runtime;
/** What is answered in time, although Postgres is not there. */
let hasty: Runtime;

beforeAll(async () => {
  // On a machine that stands still for seconds a sign-up would be refused after 2.5 s.
  runtime = await openRuntime(slowWaits(6));
  hasty = await openRuntime();
});
afterAll(async () => {
  await runtime?.close();
  await hasty?.close();
});

for (const [title, run] of Object.entries(contract)) test(title, () => run(runtime));
for (const [title, run] of Object.entries(faults)) test(title, () => run(hasty));
