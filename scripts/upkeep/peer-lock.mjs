// @ts-check
// After `npm install --ignore-scripts` in the folder of a peer: node scripts/upkeep/peer-lock.mjs bench/peers/<name>
//
// The lock keeps versions and checksums, and forgets from which registry this machine took them.
import "#scripts/setup/root.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(process.argv[2] ?? ".", "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
