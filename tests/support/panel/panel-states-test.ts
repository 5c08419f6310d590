import { spawn } from "node:child_process";
import { once } from "node:events";
import { test as guarded } from "#tests/support/browser/guarded-test.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";

/** A test in which every state of the panel is a page: `/quiet`, `/busy` and the other names of `panel-states.ts`. */
export const test = guarded.extend<object, { statesUrl: string }>({
  statesUrl: [
    async ({ browserName: _ }, use) => {
      const program = spawn(process.execPath, [
        "scripts/run.mjs",
        "tests/support/panel/serve-states.ts",
      ]);
      const ended = once(program, "exit");
      await use(await printedAddress(program));
      program.stdin.end();
      await ended;
    },
    { scope: "worker" },
  ],
  baseURL: ({ statesUrl }, use) => use(statesUrl),
});
