// @ts-check
// Every Node reads this file, also a very old one: use no syntax that is newer than `import`.

/** The first minor version of each line that works here. 22.13 and older cannot load SQLite; odd lines are not maintained. */
const first = { 20: 19, 22: 14, 24: 0 };
const newestLine = 26;

/** The exact versions that `scripts/check/on-each-node.mjs` tries. */
export const triedVersions = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

export const supportedNode = "Node 20 (from 20.19), 22 (from 22.14), 24, and 26 or newer";

/** @param {string} version as in `process.versions.node` */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= newestLine) return true;
  const line = Object.entries(first).find(([name]) => Number(name) === major);
  return line !== undefined && minor >= line[1];
}
