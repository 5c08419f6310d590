// @ts-check
// node scripts/node.mjs <program> … runs a program of the project: in this process, or where this Node is too old, on
// one that comes from npm once. Old Nodes read this file and what it imports, so all of it is JavaScript.
import process from "node:process";
import { pathToFileURL } from "node:url";
import "./setup/root.mjs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major >= 24 || (major === 22 && minor >= 18)) {
  process.argv.splice(1, 1);
  // The Node that started this one was killed, so it can pass on no more signals.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  await import(pathToFileURL(process.argv[1] ?? "").href);
} else {
  const { bringNode } = await import("./setup/bring-node.mjs");
  const { goOnUnder } = await import("./setup/go-on-under.mjs");
  goOnUnder(await bringNode());
}
