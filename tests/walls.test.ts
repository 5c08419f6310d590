import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const imports = "style/noRestrictedImports";
const connection = "server/storage/connection";

/** For each zone of the walls: a file in it, an import that it may not have, and one that it may have. */
const zones = [
  { file: "content/x.ts", breach: "#lead/lead.ts", allowed: "./shapes/launch.ts" },
  { file: "content/shapes/x.ts", breach: "#lead/lead.ts", allowed: "valibot" },
  { file: "phrases/x.ts", breach: "#content/launch.ts", allowed: "./y.ts" },
  { file: "event/x.ts", breach: "#site/ui/button.tsx", allowed: "#content/launch.ts" },
  { file: "lead/x.ts", breach: "node:crypto", allowed: "valibot" },
  { file: "site/ui/x.tsx", breach: "#content/links.ts", allowed: "react" },
  { file: "site/event/x.tsx", breach: "#lead/lead.ts", allowed: "#event/phase.ts" },
  { file: "site/counting/x.ts", breach: "#content/links.ts", allowed: "#lead/page-report.ts" },
  { file: "site/capture/x.tsx", breach: "#site/sections/hero.tsx", allowed: "#lead/contract.ts" },
  {
    file: "site/sections/x.tsx",
    breach: "#site/capture/popup/lead-popup.tsx",
    allowed: "#site/capture/popup/open-lead-popup.tsx",
  },
  { file: "site/pages/x.tsx", breach: "#site/document.tsx", allowed: "#site/sections/hero.tsx" },
  { file: "site/x.tsx", breach: "#server/config.ts", allowed: "#site/pages/landing.tsx" },
  { file: "server/storage/x.ts", breach: "#server/http/app.ts", allowed: "kysely" },
  { file: "server/storage/y.ts", breach: "better-sqlite3", allowed: "#lead/lead.ts" },
  { file: "server/storage/z.ts", breach: "better-sqlite3-node20", allowed: "#lead/lead.ts" },
  { file: "server/delivery/x.ts", breach: "#server/cli.ts", allowed: "#server/storage/tables.ts" },
  { file: "server/http/x.ts", breach: "#server/delivery/courier.ts", allowed: "#content/faq.ts" },
  { file: "server/panel/x.ts", breach: "#server/cli.ts", allowed: "#server/watch/trouble.ts" },
  { file: "server/watch/x.ts", breach: "#server/cli.ts", allowed: "#server/delivery/step.ts" },
  { file: "server/commands/x.ts", breach: "#server/http/app.ts", allowed: "#server/config.ts" },
  { file: "server/edge/x.ts", breach: "#server/node/log.ts", allowed: "#server/log.ts" },
  { file: "server/node/x.ts", breach: "#server/cli.ts", allowed: "#server/http/app.ts" },
  { file: "server/x.ts", breach: "#site/ui/button.tsx", allowed: "#server/http/app.ts" },
  { file: "fake-active-campaign/x.ts", breach: "#lead/lead.ts", allowed: "valibot" },
];

/** Files that break a rule other than the zones, or a zone of one file, each with the rule that reports it. */
const otherBreaches = [
  { file: `${connection}/postgres.ts`, source: use("#server/http/app.ts"), rule: imports },
  { file: `${connection}/sqlite-engine.ts`, source: use("kysely"), rule: imports },
  { file: "site/sections/hero.tsx", source: use("./faq.tsx"), rule: imports },
  { file: "server/edge/store.ts", source: use(`#${connection}/sqlite.ts`), rule: imports },
  { file: "server/delivery/log.ts", source: use("pino"), rule: imports },
  { file: "site/ui/up.tsx", source: use("../document.tsx"), rule: imports },
  { file: "server/up.ts", source: use("../lead/lead.ts"), rule: imports },
  { file: "server/vendor.ts", source: use("vitest"), rule: "correctness/noUndeclaredDependencies" },
  { file: "server/fake.ts", source: use("#tests/support/x.ts"), rule: "plugin" },
  { file: "server/delivery/f.ts", source: use("#fake-active-campaign/x.ts"), rule: "plugin" },
  { file: "server/http/env.ts", source: "use(process.env);", rule: "style/noProcessEnv" },
  { file: "server/http/argv.ts", source: "use(process.argv);", rule: "style/noRestrictedGlobals" },
  { file: "lead/clock.ts", source: "use(new Date());", rule: "style/noRestrictedGlobals" },
  { file: "lead/luck.ts", source: "use(Math.random());", rule: "nursery/noJsRestrictedProperties" },
  { file: "lead/net.ts", source: "use(fetch);", rule: "style/noRestrictedGlobals" },
  { file: "lead/page.ts", source: "use(document);", rule: "style/noRestrictedGlobals" },
];

let project = "";
let diagnostics: { category: string; location: { path: string } }[] = [];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "walls-"));
  for (const name of ["biome.json", "package.json", "scripts/walls"])
    await cp(name, join(project, name), { recursive: true });
  for (const { file, breach, allowed } of zones) {
    await write(named(file, "breach"), use(breach));
    await write(named(file, "allowed"), use(allowed));
    const testing = use("vitest") + use("#tests/support/x.ts");
    await write(named(file, "allowed.test"), use(allowed) + testing);
    await write(named(file, "breach.test"), use(breach));
  }
  for (const { file, source } of otherBreaches) await write(file, source);
  diagnostics = await lint();
});

afterAll(() => rm(project, { recursive: true }));

test.each(["pure", "server", "site"])(
  "every zone of scripts/walls/%s.json is tested here",
  async (name) => {
    const { overrides } = JSON.parse(await readFile(`scripts/walls/${name}.json`, "utf8"));
    const files = [...zones, ...otherBreaches].map(({ file }) => file);
    for (const { includes } of overrides) {
      const isInZone = new RegExp(`^(?:${includes.map(patternOf).join("|")})$`);
      const tested = files.filter((file) => isInZone.test(file));
      expect(tested, includes.join()).not.toEqual([]);
    }
  },
);

test.each(zones)("$file may not import $breach", ({ file }) => {
  expect(complaintsAt(named(file, "breach"))).toContain(`lint/${imports}`);
  expect(complaintsAt(named(file, "breach.test"))).toContain(`lint/${imports}`);
});

test.each(zones)(
  "$file may import $allowed, and its test may also import Vitest and the tests' support",
  ({ file }) => {
    expect(complaintsAt(named(file, "allowed"))).toEqual([]);
    expect(complaintsAt(named(file, "allowed.test"))).toEqual([]);
  },
);

test.each(otherBreaches)("$file may not contain $source", ({ file, rule }) => {
  expect(complaintsAt(file)).toContain(rule === "plugin" ? rule : `lint/${rule}`);
});

/** Turns a glob of the walls into a pattern: `site/*` is one folder, `site/ui/**` all folders below. */
function patternOf(glob: string): string {
  return glob
    .split("**")
    .map((part) => part.replaceAll(".", "\\.").replaceAll("*", "[^/]*"))
    .join(".*");
}

function use(module: string): string {
  return `import "${module}";\n`;
}

function named(file: string, name: string): string {
  return file.replace(/(\w+)(\.tsx?)$/, `$1-${name}$2`);
}

async function write(file: string, source: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), source);
}

/** Biome ends with an error here, because the files break its rules on purpose: only its report counts. */
function lint(): Promise<typeof diagnostics> {
  const biome = join(process.cwd(), "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project }, (_, stdout) =>
      resolve(JSON.parse(stdout).diagnostics),
    );
  });
}

function complaintsAt(file: string): string[] {
  return diagnostics
    .filter(({ location }) => location.path === file)
    .map(({ category }) => category);
}
