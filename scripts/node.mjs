// @ts-check
// node scripts/node.mjs <program> … runs a program of the project: in this process, or where this Node is too old, on
// one that comes from npm once. Old Nodes read this file and what it imports, so all of it is JavaScript.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { fail, isModern } from "./setup/program.mjs";
import "./setup/root.mjs";

if (isModern(process.versions.node)) {
  process.argv.splice(1, 1);
  // The Node that started this one was killed, so it can pass on no more signals.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  await import(pathToFileURL(process.argv[1] ?? "").href);
} else {
  const { bringNode } = await import("./setup/bring-node.mjs");
  goOnUnder(await bringNode());
}

/**
 * Runs this same command under another Node, passes on signals, and ends as that process ends.
 * @param {string} node the program
 */
function goOnUnder(node) {
  const PATH = `${dirname(node)}${delimiter}${process.env["PATH"]}`;
  const child = spawn(node, process.argv.slice(1), {
    env: { ...process.env, PATH },
    // By the channel the child learns that this process was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // On Windows the console itself tells both processes, and `kill` would end the program at once.
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
