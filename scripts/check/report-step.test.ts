import { expect, onTestFinished, test, vi } from "vitest";
import { reportStep } from "./report-step.mjs";

const well = { tally: { passed: 2, failed: 0, skipped: 0 }, output: "quiet" };

test("a slow step adds dots to its line until its result is printed", async () => {
  const said = listen();
  await reportStep({ name: "Unit tests", run: () => until(() => said().endsWith("..")) }, 1);
  expect(said()).toMatch(/^Unit tests …\.{2,} 2 passed, 0 failed \(\d+\.\d s\)\n$/);
});

test("a step shows its output only if it fails", async () => {
  const said = listen();
  await reportStep({ name: "Types", run: async () => well });
  expect(said()).not.toContain("quiet");
  const bad = { tally: { ...well.tally, failed: 1 }, output: "error TS1" };
  await reportStep({ name: "Types", run: async () => bad });
  expect(said()).toContain("\n\nerror TS1\n");
});

async function until(isOver: () => boolean) {
  await vi.waitUntil(isOver, { interval: 1 });
  return well;
}

/** Catches everything that is printed, and returns a function that reads it. */
function listen(): () => string {
  let said = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  const log = vi.spyOn(console, "log").mockImplementation((line) => {
    said += `${line}\n`;
  });
  onTestFinished(() => {
    write.mockRestore();
    log.mockRestore();
  });
  return () => said;
}
