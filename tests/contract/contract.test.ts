import { afterAll, beforeAll, test } from "vitest";
import { type Contract, openRuntimes } from "#tests/support/contract/runtime.ts";
import { slowWaits } from "#tests/support/faults/server.ts";
import { answers } from "./answers.ts";
import { faults } from "./faults.ts";
import { forms } from "./forms.ts";
import { limits } from "./limits.ts";
import { log } from "./log.ts";
import { repetitions } from "./repetitions.ts";
import { signUps } from "./sign-ups.ts";

/** The contract runs on two servers with one Postgres. No test depends on an earlier test. */
const contract: Contract = {
  ...answers,
  ...signUps,
  ...forms,
  ...repetitions,
  ...limits,
  ...log,
};

type Runtimes = Awaited<ReturnType<typeof openRuntimes>>;

let runtimes: Runtimes;

beforeAll(async () => {
  // The limit is longer: on a machine that stops for seconds, a sign-up would be refused after 2.5 s.
  runtimes = await openRuntimes(slowWaits(6));
});
afterAll(() => runtimes?.close());

for (const [title, run] of Object.entries(contract))
  test(title, () => run(runtimes.first, runtimes.second));
// The server must answer these requests in time although Postgres is not available.
for (const [title, run] of Object.entries(faults))
  test(title, () => run(runtimes.second, runtimes.first));
