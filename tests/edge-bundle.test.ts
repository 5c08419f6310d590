import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildEdge } from "#scripts/build/build-edge.mjs";

/** The platform takes no function above 20 MB; a small one also starts faster. */
const maxBytes = 2_000_000;
const names = ["add-contact-active-campaign", "courier-tick"];

let folder = "";
let inputs = new Map<string, string[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "edge-"));
  inputs = await buildEdge(folder);
});

afterAll(() => rm(folder, { recursive: true }));

test("the platform's settings name each function that is built, and leave the check of keys to it", async () => {
  const settings = await readFile(join(folder, "config.toml"), "utf8");
  const functions = [...settings.matchAll(/^\[functions\.(.+)\]$/gm)].map(([, name]) => name);
  expect(functions).toEqual(names);
  expect([...inputs.keys()]).toEqual(names);
  expect(settings.match(/^verify_jwt = false$/gm)).toHaveLength(names.length);
  for (const name of names) expect(settings).toContain(`"./functions/${name}/index.js"`);
});

test.each(names)("%s is one small file that needs nothing but modules of Node", async (name) => {
  const file = join(folder, "functions", name, "index.js");
  const source = await readFile(file, "utf8");
  const imported = [...source.matchAll(/^import [^"\n]*"([^"]+)";$/gm)].map(([, from]) => from);
  expect(imported).toContain("node:tls");
  expect(imported.filter((from) => !from?.startsWith("node:"))).toEqual([]);
  expect(source).not.toMatch(/\b(?:require|import)\("/);
  expect((await stat(file)).size).toBeLessThan(maxBytes);
});

test.each(names)("%s holds nothing that only a server on Node has", (name) => {
  const paths = inputs.get(name) ?? [];
  expect(paths.some((path) => path.endsWith("server/store/connection/postgres.ts"))).toBe(true);
  const onlyOnNode =
    /better-sqlite3|node_modules\/(?:pino|@hono)\/|server\/(?:node|panel|watch|commands)\/|connection\/(?:sqlite|open-database)/;
  expect(paths.filter((path) => onlyOnNode.test(path))).toEqual([]);
});
