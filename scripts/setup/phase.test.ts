import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { phase } from "./phase.mjs";

test("a phase prints what it does, that it still works, and how long it took", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const outcome = await phase("Making tea (a moment)", () => endAfter(100, true), 20);
  expect(outcome).toEqual({ ok: true });
  const lines = said.mock.calls.map(([line]) => line);
  expect(lines[0]).toBe("Making tea (a moment)…");
  expect(lines[1]).toMatch(/^ {2}still working after \d+ s$/);
  expect(lines.at(-1)).toMatch(/^ {2}done after \d+ s$/);
});

test("a phase that fails says so, and prints nothing afterwards", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  await phase("Making tea", () => endAfter(0, false), 20);
  expect(said.mock.lastCall?.[0]).toMatch(/^ {2}failed after \d+ s$/);
  const lines = said.mock.calls.length;
  await pause(60);
  expect(said.mock.calls).toHaveLength(lines);
});

async function endAfter(ms: number, ok: boolean): Promise<{ ok: boolean }> {
  await pause(ms);
  return { ok };
}
