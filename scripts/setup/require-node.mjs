// @ts-check
// Import this file before anything else: on an unsupported Node, the program then ends with a message instead of a crash.
// Very old Nodes read this file too, so it uses no syntax newer than `import`.
import { phrases } from "./phrases.mjs";

/**
 * The first minor version that works, for each major version of Node. 22.13 and older cannot load SQLite; odd major
 * versions are not maintained.
 */
const firstMinor = { 20: 19, 22: 14, 24: 0 };
const newestLine = 26;

/** The exact versions on which the product was tried; `npm run test:all` tries 22 and 24. */
export const triedVersions = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

const supportedNode = "Node 20 (a partir do 20.19), 22 (a partir do 22.14), 24, ou 26 e mais novos";

if (!isSupported(process.versions.node)) {
  console.error(phrases.wrongNode(supportedNode, process.versions.node));
  process.exit(1);
}

/** @param {string} version as in `process.versions.node` */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= newestLine) return true;
  const line = Object.entries(firstMinor).find(([name]) => Number(name) === major);
  return line !== undefined && minor >= line[1];
}
