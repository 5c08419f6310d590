import { expect, test, vi } from "vitest";
import { runStep } from "./steps.mjs";

const good = { counts: { passed: 2, failed: 0, skipped: 0 }, output: "what the linter printed" };

test("a step prints its counts, and its output only if it failed", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const log = vi.spyOn(console, "log").mockReturnValue();
  const printed = () => [...write.mock.calls, ...log.mock.calls].join("\n");

  expect(await runStep({ name: "Types", run: async () => good })).toEqual(good.counts);
  expect(printed()).toMatch(/^Types …\n 2 passed, 0 failed \(\d+\.\d s\)$/);

  const bad = { counts: { ...good.counts, failed: 1 }, output: "error TS1" };
  expect(await runStep({ name: "Types", run: async () => bad })).toEqual(bad.counts);
  expect(printed()).toMatch(/ 2 passed, 1 failed \(\d+\.\d s\)\n\nerror TS1\n$/);
});
