import { readFileSync } from "node:fs";

const setByEachTest = ["PORT", "DATA_DIR"];
const names = [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)]
  .map(([, name = ""]) => name)
  .filter((name) => !setByEachTest.includes(name));

/**
 * Keeps a developer's own `.env` out of tests and benches: a variable that is set, even to an empty text, is not read
 * from `.env`. Each test sets the port and the data folder itself.
 */
export const blankSettings: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, ""]),
);
