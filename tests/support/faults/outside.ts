import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/**
 * Runs a program in another process until it prints something, and leaves the program running. Returns a function that
 * kills the program; the end of the test kills it too.
 */
export async function runOutside(program: string, words: string[]): Promise<() => Promise<void>> {
  const outside = spawn(process.execPath, ["--input-type=module", "-e", program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(outside, "exit");
  const end = async () => {
    outside.kill("SIGKILL");
    await ended;
  };
  onTestFinished(end);
  await once(outside.stdout, "data");
  return end;
}
