// @ts-check
// `node scripts/node.mjs <program> …` runs a program of the project: in this process, or if this Node is too old, under
// a newer Node that is downloaded once from npm. Old Nodes run this file and its imports, so all of them are
// JavaScript.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { fail, isModern } from "./setup/program.mjs";
import "./setup/root.mjs";

if (isModern(process.versions.node)) {
  process.argv.splice(1, 1);
  // The channel closes when the old Node that started this process was killed. It can pass on no signals then, so this
  // process ends itself.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  await import(pathToFileURL(process.argv[1] ?? "").href);
} else {
  const { bringNode } = await import("./setup/bring-node.mjs");
  goOnUnder(await bringNode());
}

/**
 * Runs this same command under another Node, passes on signals, and ends as the other process ends.
 * @param {string} node the program
 */
function goOnUnder(node) {
  const PATH = `${dirname(node)}${delimiter}${process.env["PATH"]}`;
  const child = spawn(node, process.argv.slice(1), {
    env: { ...process.env, PATH },
    // The child process learns from this channel that this process was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // On Windows the console itself sends signals to both processes, and `kill` would end the child at once.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => process.platform === "win32" || child.kill(signal));
  child.on("error", ({ message }) =>
    fail(
      "O Node em build/node não começa (veja acima). Apague essa pasta e tente de novo.",
      message,
    ),
  );
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
