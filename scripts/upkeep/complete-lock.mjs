// @ts-check
// After `npm install <package>`: node scripts/upkeep/complete-lock.mjs [the folder of another lock]
//
// npm may leave other platforms' builds of a package out of the lock, and `npm ci` refuses that lock on
// every machine ("Missing: … from lock file"). What is added here is what npm writes where it sees all
// of them, but for the checksum.
//
// npm also leaves out two entries without which it would compile SQLite on every machine: one says that the newer
// SQLite is already compiled (as its own package.json does), the other that the older SQLite is for Node 20 only.
import "#scripts/setup/root.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingFromLock } from "./missing-from-lock.mjs";

/** @type {Record<string, string[]>} */
const systems = {
  android: ["android"],
  darwin: ["darwin"],
  freebsd: ["freebsd"],
  linux: ["linux"],
  openharmony: ["openharmony"],
  win32: ["win32", "windows"],
};
const processors = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "wasm32"];

/** @type {Record<string, object>} */
const engines = {
  "node_modules/better-sqlite3": { gypfile: false },
  "node_modules/better-sqlite3-node20": { engines: { node: "20.x" } },
};

const lockFile = join(process.argv[2] ?? "", "package-lock.json");
const lock = JSON.parse(readFileSync(lockFile, "utf8"));
const missing = missingFromLock(lock.packages);
for (const { name, version, dev } of missing) {
  lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), ...dev, optional: true };
}
for (const [path, words] of Object.entries(engines)) {
  if (lock.packages[path]) Object.assign(lock.packages[path], words);
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} packages of other platforms added to ${lockFile}`);

/**
 * Such packages are named after their platform: `@biomejs/cli-linux-x64-musl`.
 * @param {string} name
 */
function platformOf(name) {
  const parts = name.split(/[-/]/);
  const os = Object.keys(systems).find((key) => parts.some((part) => systems[key]?.includes(part)));
  const cpu = processors.find((processor) => parts.includes(processor));
  const libc = os === "linux" ? libcOf(parts) : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** @param {string[]} parts */
function libcOf(parts) {
  if (parts.some((part) => part.startsWith("musl"))) return "musl";
  return parts.some((part) => part.startsWith("gnu")) ? "glibc" : undefined;
}
