import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** One line for each row of the walls table: a file of the room, a breach, and what it may import. */
const rows = [
  { file: "content/x.ts", breach: "#lead/lead.ts", allowed: "./shape.ts" },
  { file: "event/x.ts", breach: "#site/ui/button.tsx", allowed: "#content/launch.ts" },
  { file: "lead/x.ts", breach: "node:crypto", allowed: "valibot" },
  { file: "site/ui/x.tsx", breach: "#content/links.ts", allowed: "react" },
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
  {
    file: "server/delivery/x.ts",
    breach: "#server/http/app.ts",
    allowed: "#server/storage/leads/leads.ts",
  },
  {
    file: "server/http/x.ts",
    breach: "#server/delivery/courier.ts",
    allowed: "#content/messages.ts",
  },
  { file: "server/commands/x.ts", breach: "#server/http/app.ts", allowed: "#server/config.ts" },
  {
    file: "server/node/x.ts",
    breach: "#server/commands/backup.ts",
    allowed: "#server/http/add-contact/refusals.ts",
  },
  { file: "server/x.ts", breach: "#site/ui/button.tsx", allowed: "#server/http/app.ts" },
];

/** The same for what is no import from another room. */
const others = [
  { file: "site/sections/hero.tsx", source: use("./faq.tsx"), rule: "style/noRestrictedImports" },
  { file: "site/ui/up.tsx", source: use("../document.tsx"), rule: "style/noRestrictedImports" },
  { file: "server/up.ts", source: use("../lead/lead.ts"), rule: "style/noRestrictedImports" },
  { file: "server/vendor.ts", source: use("vitest"), rule: "correctness/noUndeclaredDependencies" },
  { file: "server/fake.ts", source: use("#tests/support/x.ts"), rule: "plugin" },
  { file: "server/http/env.ts", source: "use(process.env);", rule: "style/noProcessEnv" },
  { file: "server/http/argv.ts", source: "use(process.argv);", rule: "style/noRestrictedGlobals" },
  { file: "lead/clock.ts", source: "use(new Date());", rule: "style/noRestrictedGlobals" },
  { file: "lead/luck.ts", source: "use(Math.random());", rule: "nursery/noJsRestrictedProperties" },
  { file: "lead/net.ts", source: "use(fetch);", rule: "style/noRestrictedGlobals" },
  { file: "lead/page.ts", source: "use(document);", rule: "style/noRestrictedGlobals" },
];

type Diagnostic = { category: string; location: { path: string } };

let house = "";
let diagnostics: Diagnostic[] = [];

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "walls-"));
  for (const name of ["biome.json", "package.json", "scripts/walls"])
    await cp(name, join(house, name), { recursive: true });
  for (const { file, breach, allowed } of rows) {
    await build(named(file, "breach"), use(breach));
    await build(named(file, "allowed"), use(allowed));
    await build(
      named(file, "allowed.test"),
      use(allowed) + use("vitest") + use("#tests/support/x.ts"),
    );
    await build(named(file, "breach.test"), use(breach));
  }
  for (const { file, source } of others) await build(file, source);
  diagnostics = await lint();
});

afterAll(() => rm(house, { recursive: true }));

test.each(rows)("$file may not import $breach", ({ file, breach: _ }) => {
  expect(complaintsAt(named(file, "breach"))).toContain("lint/style/noRestrictedImports");
  expect(complaintsAt(named(file, "breach.test"))).toContain("lint/style/noRestrictedImports");
});

test.each(rows)("$file may import $allowed, and its test the means of testing", ({ file }) => {
  expect(complaintsAt(named(file, "allowed"))).toEqual([]);
  expect(complaintsAt(named(file, "allowed.test"))).toEqual([]);
});

test.each(others)("$file may not say $source", ({ file, rule }) => {
  expect(complaintsAt(file)).toContain(rule === "plugin" ? rule : `lint/${rule}`);
});

function use(module: string): string {
  return `import "${module}";\n`;
}

function named(file: string, name: string): string {
  return file.replace(/(\w+)(\.tsx?)$/, `$1-${name}$2`);
}

async function build(file: string, source: string): Promise<void> {
  await mkdir(dirname(join(house, file)), { recursive: true });
  await writeFile(join(house, file), source);
}

/** Biome ends with an error here, as it should: only what it says counts. */
function lint(): Promise<Diagnostic[]> {
  const biome = join(process.cwd(), "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: house }, (_, stdout) =>
      resolve(JSON.parse(stdout).diagnostics),
    );
  });
}

function complaintsAt(file: string): string[] {
  return diagnostics
    .filter(({ location }) => location.path === file)
    .map(({ category }) => category);
}
