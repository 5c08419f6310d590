// After `npm install <package>`: takes out of the lock that a package for the server could work with a package for
// development (an optional peer), because `npm start` would install that one too. Of TypeScript alone, with Valibot, that
// would be 30 MB.
import "#scripts/setup/root.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { fail } from "#scripts/setup/program.mjs";
import { runNpm } from "#scripts/setup/run.mjs";

type Locked = {
  dev?: boolean;
  devOptional?: boolean;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
};

const file = "package-lock.json";

changeLock((packages) => {
  for (const { dev, peerDependencies, peerDependenciesMeta = {} } of Object.values(packages))
    for (const peer of Object.keys(peerDependenciesMeta))
      if (!dev && packages[`node_modules/${peer}`]?.devOptional) {
        delete peerDependencies?.[peer];
        delete peerDependenciesMeta[peer];
      }
});
// npm finds out again which packages are for development alone.
const { ok, output } = await runNpm(["install", "--package-lock-only", "--ignore-scripts"]);
if (!ok) fail("npm could not read the trimmed lock.", output);
// SQLite brings a binary, as its own package.json says. Without this npm would compile it.
changeLock((packages) =>
  Object.assign(packages["node_modules/better-sqlite3"] ?? {}, { gypfile: false }),
);

function changeLock(change: (packages: Record<string, Locked>) => void) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  change(lock.packages);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
