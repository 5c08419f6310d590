import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  array,
  literal,
  looseObject,
  null_,
  number,
  object,
  optional,
  parse,
  record,
  string,
  union,
} from "valibot";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { readSources } from "#scripts/publish/sources.ts";
import { readConfig } from "#server/config.ts";
import { triedNodes } from "#tests/all/nodes.ts";

const service = looseObject({
  read_only: literal(true),
  cap_drop: array(literal("ALL")),
  security_opt: array(literal("no-new-privileges:true")),
  environment: record(string(), union([string(), number()])),
  volumes: array(string()),
  ports: optional(array(string())),
});
const volumes = record(string(), null_());
const small = looseObject({ services: object({ site: service }), volumes });
const full = looseObject({
  services: object({ site: service, caddy: service, postgres: service }),
  volumes,
});
const files = { "compose.yaml": small, "deploy/compose.full.yaml": full };

test.each(Object.entries(files))(
  "each container of %s has a read-only disk, gives up the rights of root, and has volumes that exist",
  async (file, schema) => {
    const { services, volumes } = parse(schema, await readYaml(file));
    const used = Object.values(services).flatMap((one) => one.volumes);
    const named = used.map((volume) => volume.split(":")[0]).filter((name) => name?.[0] !== ".");
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
    expect(services.site).toMatchObject({ user: "1000:1000", volumes: ["storage:/storage"] });
  },
);

test("compose.yaml needs no setting, and passes on each one of .env.example", async () => {
  const text = await readFile("compose.yaml", "utf8");
  const { site } = parse(small, await readYaml("compose.yaml")).services;
  expect(site.ports).toEqual(["3000:80"]);
  expect(text).not.toContain(":?");
  const passed = Object.entries(site.environment);
  for (const [name, value] of passed) expect(value).toBe(`\${${name}:-}`);
  // The image has the first three, and the build of a static page reads the last.
  const own = ["PORT", "HOST", "DATA_DIR", "FUNCTION_URL"];
  const known = (await settingNames()).filter((name) => !own.includes(name));
  const ofCopies = /^(RESTIC|AWS)_/;
  expect(passed.map(([name]) => name).filter((name) => !ofCopies.test(name))).toEqual(
    expect.arrayContaining(known),
  );
});

test("in compose.full.yaml only Caddy is reachable from outside, and the server knows its settings", async () => {
  const { site, caddy, postgres } = parse(
    full,
    await readYaml("deploy/compose.full.yaml"),
  ).services;
  for (const { ports } of [site, postgres]) expect(ports).toBeUndefined();
  expect(caddy.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  const texts = Object.entries(site.environment).map(([name, value]) => [
    name,
    `${value}`.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, "f00"),
  ]);
  const url = "postgres://black_ahsd:f00@postgres/black_ahsd?sslmode=disable";
  expect(readConfig(Object.fromEntries(texts))).toMatchObject({
    kind: "config",
    config: { host: "0.0.0.0", port: 80, trustedProxies: 1, store: { kind: "postgres", url } },
  });
});

test("compose.full.yaml gives each setting that the Caddyfile reads", async () => {
  const { caddy } = parse(full, await readYaml("deploy/compose.full.yaml")).services;
  const read = (await readFile("deploy/Caddyfile", "utf8")).matchAll(/\{\$(\w+)/g);
  const names = new Set([...read].map(([, name]) => name));
  expect([...names].sort()).toEqual(Object.keys(caddy.environment).sort());
  expect(caddy.volumes[0]).toBe("./Caddyfile:/etc/caddy/Caddyfile:ro");
});

test("no commit takes the secrets", () => {
  const secrets = [".env", "deploy/.env"];
  const ignored = execFileSync("git", ["check-ignore", ...secrets], { encoding: "utf8" });
  expect(ignored.trim().split("\n")).toEqual(secrets);
});

test("the image is built from every source of a version, and from no secret, data or test", async () => {
  const lines = (await readFile(".dockerignore", "utf8")).split("\n");
  const sent = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const { paths } = await readSources();
  const scripts = [".npmrc", "deploy/backup", "deploy/entrypoint", "hooks"];
  expect(sent.sort()).toEqual([...paths, ...scripts].sort());
  expect(lines).toContain("*");
  expect(lines.at(-2)).toBe("**/.env");
});

test("the image has a Node on which the checks run, and every file that it copies exists", async () => {
  const file = await readFile("Dockerfile", "utf8");
  const [, node] = /^ARG NODE_IMAGE=node:([\d.]+)-[a-z]+-slim$/m.exec(file) ?? [];
  expect(triedNodes).toContain(node);
  const copied = [...file.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)]
    .flatMap(([, names = ""]) => names.split(" "))
    .map((name) => name.replace("/app/", ""))
    // Those of other images and of the build are not in the repository.
    .filter((name) => !/^(\/|(node_modules|build)\/)/.test(`${name}/`));
  expect(copied.length).toBeGreaterThan(3);
  for (const name of copied) expect(existsSync(name), name).toBe(true);
  // Railway builds no image with a volume.
  expect(file).not.toMatch(/^VOLUME/m);
});

async function settingNames(): Promise<string[]> {
  const example = await readFile(".env.example", "utf8");
  return [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
}

async function readYaml(file: string): Promise<unknown> {
  return parseYaml(await readFile(file, "utf8"), { merge: true });
}
