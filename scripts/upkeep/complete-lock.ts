// After `npm install <package>`: node scripts/upkeep/complete-lock.ts [the folder of another lock]
//
// It takes out of the lock that a package for the server could work with a package for development (an optional peer):
// `npm start` would install that package too. Of TypeScript alone, with Valibot, that would be 30 MB.
//
// It adds what npm leaves out of the lock:
// - packages for other platforms that the registry in use does not have (a mirror often lacks them). npm skips these
//   without a word, and `npm ci` then refuses the lock on those platforms ("Missing: … from lock file"). They are added
//   without a checksum, because only their version is known.
// - that SQLite brings a binary, as its own package.json says. Without this npm would compile it.
import "#scripts/setup/root.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Versions = Record<string, string>;
export type LockEntry = {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
  peerDependenciesMeta?: Record<string, unknown>;
};

const systems: Record<string, string[]> = {
  android: ["android"],
  darwin: ["darwin"],
  freebsd: ["freebsd"],
  linux: ["linux"],
  openharmony: ["openharmony"],
  win32: ["win32", "windows"],
};
const processors = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "wasm32"];

completeLock(join(process.argv[2] ?? "", "package-lock.json"));

function completeLock(file: string) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingFromLock(lock.packages);
  for (const { path, name, version, dev } of missing) {
    const top = `node_modules/${name}`;
    // With two versions of a package, only one can be at the top.
    lock.packages[lock.packages[top] ? `${path}/${top}` : top] = {
      version,
      ...platformOf(name),
      ...dev,
      optional: true,
    };
  }
  const sqlite = lock.packages["node_modules/better-sqlite3"];
  if (sqlite) sqlite.gypfile = false;
  for (const { path, peer } of developmentPeers(lock.packages)) {
    delete lock.packages[path].peerDependencies[peer];
    delete lock.packages[path].peerDependenciesMeta[peer];
  }
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages of other platforms added to ${file}`);
}

/** The optional packages on which a package in the lock depends, and which the lock does not have. */
function missingFromLock(packages: Record<string, LockEntry>) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => !isLocked(packages, path, { name, version }))
      .map(([name, version]) => ({ path, name, version, dev: dev ? { dev } : {} })),
  );
}

/** The optional peers of packages for the server that are in the lock only because development needs them. */
function developmentPeers(packages: Record<string, LockEntry>) {
  const isForDevelopment = (name: string) => {
    const { dev, devOptional } = packages[`node_modules/${name}`] ?? {};
    return dev || devOptional;
  };
  return Object.entries(packages)
    .filter(([, { dev }]) => !dev)
    .flatMap(([path, { peerDependenciesMeta = {} }]) =>
      Object.keys(peerDependenciesMeta)
        .filter(isForDevelopment)
        .map((peer) => ({ path, peer })),
    );
}

/** Looks for a package as Node does: in the folder of the package that depends on it, then in the folders above. */
function isLocked(
  packages: Record<string, LockEntry>,
  path: string,
  wanted: { name: string; version: string },
): boolean {
  const found = packages[`${path}${path && "/"}node_modules/${wanted.name}`];
  if (found) return found.version === wanted.version || !/^\d/.test(wanted.version);
  if (!path) return false;
  return isLocked(packages, path.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ""), wanted);
}

/** Reads the platform of a package from its name, of which it is a part, as in `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string) {
  const parts = name.split(/[-/]/);
  const os = Object.keys(systems).find((key) => parts.some((part) => systems[key]?.includes(part)));
  const cpu = processors.find((processor) => parts.includes(processor));
  const libc = os === "linux" ? libcOf(parts) : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

function libcOf(parts: string[]) {
  if (parts.some((part) => part.startsWith("musl"))) return "musl";
  return parts.some((part) => /^(?:gnu|glibc)/.test(part)) ? "glibc" : undefined;
}
