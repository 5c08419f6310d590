import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What the lock says of a package. */
export type LockEntry = {
  /** The package's own name, if it is installed under another one. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
};

type Package = { name: string; licence: string; isShipped: boolean };

const intro = [
  "# Licences\n",
  "Made from `package-lock.json` by `npm run licences`; a test holds it up to date. Packages of other platforms count too. The page itself",
  "carries React and two fonts: Besley and Atkinson Hyperlegible Next, subset, under the SIL Open Font License 1.1, whose text stands beside",
  "them in `public/assets/`. lightningcss (MPL) takes part in the build and is not shipped; libvips (LGPL) is sharp's, which prepares pictures.\n",
];

// Writes the page only when `npm run licences` runs this file, not when a test imports it.
if (resolve(process.argv[2] ?? "") === fileURLToPath(import.meta.url)) {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  await writeFile("docs/licences.md", licencesPage(packages));
}

/** The page that lists the licence of every package in the lock; the same lock always gives the same page. */
export function licencesPage(locked: Record<string, LockEntry>): string {
  const packages = packagesIn(locked);
  const [shipped, others] = [true, false].map((wanted) =>
    packages.filter(({ isShipped }) => isShipped === wanted),
  );
  return [
    ...intro,
    "## On the server, and to build the page\n",
    ...table(shipped ?? []),
    "\n## To check and to prepare only\n",
    ...table(others ?? []),
    "",
  ].join("\n");
}

function packagesIn(locked: Record<string, LockEntry>): Package[] {
  const found = Object.entries(locked).filter(([path]) => path !== "");
  const packages = found.map(([path, entry]) => ({
    name: entry.name ?? nameOf(path),
    licence: entry.license ?? licenceOnThisPlatform(path, entry, found),
    isShipped: entry.dev !== true && entry.devOptional !== true,
  }));
  const unique = new Map(
    packages.map((one) => [`${one.name} ${one.licence} ${one.isShipped}`, one]),
  );
  return [...unique.values()];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * Finds the licence of a package for another platform. The lock may have only the version of such a package: then the
 * licence of the same package for this platform counts.
 */
function licenceOnThisPlatform(
  path: string,
  { version }: LockEntry,
  all: [string, LockEntry][],
): string {
  const family = /^@[^/]+\/(?:(?!darwin|linux|win32)[a-z]+-)?/.exec(nameOf(path))?.[0];
  const here = all.find(
    ([other, entry]) =>
      family !== undefined &&
      nameOf(other).startsWith(family) &&
      entry.version === version &&
      entry.license !== undefined,
  );
  return here?.[1].license ?? "unknown";
}

function table(packages: Package[]): string[] {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const rows = licences.map((licence) => {
    const names = packages.filter((one) => one.licence === licence).map(({ name }) => name);
    return `| ${licence} | ${names.length} | ${names.sort().join(", ")} |`;
  });
  return ["| licence | packages | which |", "|---|---|---|", ...rows];
}
