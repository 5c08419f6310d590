import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const rows = [
  { config: "tsconfig.pure.json", source: "document.title;", missing: "document" },
  { config: "tsconfig.pure.json", source: "process.cwd();", missing: "process" },
  { config: "tsconfig.site.json", source: 'Buffer.from("");', missing: "Buffer" },
  { config: "tsconfig.site.json", source: "process.cwd();", missing: "process" },
  { config: "tsconfig.server.json", source: "document.title;", missing: "document" },
];

test.concurrent.each(rows)(
  "by $config there is no $missing",
  async ({ config, source, missing }) => {
    const said = await check(config, source);
    expect(said).toMatch(new RegExp(`breach\\.ts.*Cannot find name '${missing}'`));
  },
);

/** In `build/`, below the `node_modules` that the configurations name their types from. */
async function check(config: string, source: string): Promise<string> {
  await mkdir("build", { recursive: true });
  const folder = await mkdtemp(resolve("build", "types-"));
  try {
    await writeFile(join(folder, "breach.ts"), source);
    const project = { extends: resolve(config), include: ["breach.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
    return await typeCheck(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function typeCheck(folder: string): Promise<string> {
  const args = [resolve("node_modules/typescript/bin/tsc"), "--project", folder];
  return new Promise((done) => execFile(process.execPath, args, (_, stdout) => done(stdout)));
}
