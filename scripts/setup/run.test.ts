import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { doneOrFailed, withProgress } from "./run.mjs";

const waiting = { timeout: 60_000 };

test("slow work adds dots to its line until its result is printed", async () => {
  const printed = listen();
  const outcome = await withProgress(
    "Installing",
    () => vi.waitUntil(() => printed().includes("…..") && { ok: true }, waiting),
    doneOrFailed,
    20,
  );
  expect(outcome).toEqual({ ok: true });
  expect(printed()).toMatch(/^Installing …\.{2,} pronto \(\d+,\d s\)\n$/);
});

test("work that fails prints so, and no dot afterwards", async () => {
  const printed = listen();
  await withProgress("Installing", async () => ({ ok: false }), doneOrFailed, 20);
  expect(printed()).toMatch(/^Installing …\.* falhou \(\d+,\d s\)\n$/);
  const line = printed();
  await pause(60);
  expect(printed()).toBe(line);
});

/** Catches everything that is printed, and returns a function that reads it. */
function listen(): () => string {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  const log = vi.spyOn(console, "log").mockImplementation((line) => {
    printed += `${line}\n`;
  });
  onTestFinished(() => {
    write.mockRestore();
    log.mockRestore();
  });
  return () => printed;
}
