// @ts-check
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import process from "node:process";
import { phrases } from "./phrases.mjs";
import { fail } from "./program.mjs";

/**
 * Runs this same command under another Node, passes on signals, and ends as that process ends.
 * @param {string} node the program
 */
export function goOnUnder(node) {
  const PATH = `${dirname(node)}${delimiter}${process.env["PATH"]}`;
  const child = spawn(node, process.argv.slice(1), {
    env: { ...process.env, PATH },
    // By the channel the child learns that this process was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // On Windows the console itself tells both processes, and `kill` would end the program at once.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => process.platform === "win32" || child.kill(signal));
  child.on("error", ({ message }) => fail(phrases.nodeDoesNotStart, message));
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
