import { Readable } from "node:stream";
import { startGroup } from "#tests/support/machine/process-group.ts";
import { browserStartLimitMs, until } from "./until.ts";

export type Screen = { display: string; stop: () => Promise<void> };

/**
 * Starts a virtual screen for a browser without a headless mode. Xvfb itself finds a free display number; `xvfb-run`
 * only guesses one.
 */
export async function startScreen(): Promise<Screen> {
  const args = ["-displayfd", "3", "-screen", "0", "800x1000x24", "-nolisten", "tcp"];
  const { pipes, stop } = startGroup("Xvfb", args);
  const [numbers] = pipes;
  if (!(numbers instanceof Readable)) throw new Error("No pipe.");
  let number = "";
  numbers.setEncoding("utf8").on("data", (text: string) => {
    number += text;
  });
  const isWhole = async () => number.endsWith("\n") || undefined;
  await until("the number of the screen", isWhole, browserStartLimitMs);
  return { display: `:${number.trim()}`, stop };
}
