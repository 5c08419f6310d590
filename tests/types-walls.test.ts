import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

test.concurrent.each([
  { config: "tsconfig.pure.json", names: ["document", "process"] },
  { config: "tsconfig.site.json", names: ["Buffer", "process"] },
  { config: "tsconfig.server.json", names: ["document"] },
])("$config does not know $names", async ({ config, names }) => {
  const errors = await typeCheck(config, names);
  for (const name of names)
    expect(errors).toMatch(new RegExp(`${name}\\.ts.*Cannot find name '${name}'`));
});

/**
 * Checks the types of one file for each name. The files lie in `build/` inside the repository, so that TypeScript finds
 * the types in the repository's `node_modules`.
 */
async function typeCheck(config: string, names: string[]): Promise<string> {
  await mkdir("build", { recursive: true });
  const folder = await mkdtemp(resolve("build", "types-"));
  try {
    for (const name of names) await writeFile(join(folder, `${name}.ts`), `${name}.toString();`);
    const project = { extends: resolve(config), include: ["*.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
    return await tsc(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function tsc(folder: string): Promise<string> {
  const args = [resolve("node_modules/typescript/bin/tsc"), "--project", folder];
  return new Promise((done) => execFile(process.execPath, args, (_, stdout) => done(stdout)));
}
