export type Locked = {
  /** The package's own name, if it is installed under another one. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
};

type Package = { name: string; licence: string; isShipped: boolean };

/** The page that lists what every locked package may be used under; the same lock always makes the same page. */
export function licencesPage(locked: Record<string, Locked>): string {
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

const intro = [
  "# Licences\n",
  "Made from `package-lock.json` by `npm run licences`; a test holds it up to date. Packages of other platforms count too. The page itself",
  "carries React and two faces: Besley and Atkinson Hyperlegible Next, subset, under the SIL Open Font License 1.1, whose text stands beside",
  "them in `public/assets/`. lightningcss (MPL) takes part in the build and is not shipped; libvips (LGPL) is sharp's, which prepares pictures.\n",
];

function packagesIn(locked: Record<string, Locked>): Package[] {
  const found = Object.entries(locked).filter(([path]) => path !== "");
  const packages = found.map(([path, entry]) => ({
    name: entry.name ?? nameOf(path),
    licence: entry.license ?? licenceOfTwin(path, entry, found),
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

/** Of what another platform would install npm knows only the version: it is the twin of what this one has. */
function licenceOfTwin(path: string, { version }: Locked, all: [string, Locked][]): string {
  const family = /^(@[^/]+\/[a-z]+-)/.exec(nameOf(path))?.[1];
  const twin = all.find(
    ([other, entry]) =>
      family !== undefined &&
      nameOf(other).startsWith(family) &&
      entry.version === version &&
      entry.license !== undefined,
  );
  return twin?.[1].license ?? "unknown";
}

function table(packages: Package[]): string[] {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const rows = licences.map((licence) => {
    const names = packages.filter((one) => one.licence === licence).map(({ name }) => name);
    return `| ${licence} | ${names.length} | ${names.sort().join(", ")} |`;
  });
  return ["| licence | packages | which |", "|---|---|---|", ...rows];
}
