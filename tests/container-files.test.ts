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
  profiles: array(string()),
  read_only: literal(true),
  cap_drop: array(literal("ALL")),
  security_opt: array(literal("no-new-privileges:true")),
  environment: record(string(), union([string(), number()])),
  volumes: array(string()),
  ports: optional(array(string())),
});
const compose = looseObject({
  services: object({ server: service, copies: service, caddy: service, postgres: service }),
  volumes: record(string(), null_()),
});

test("each container has a read-only disk, gives up the rights of root, and has volumes that exist", async () => {
  const { services, volumes } = await readCompose();
  const used = Object.values(services).flatMap((one) => one.volumes);
  const named = [...new Set(used)]
    .map((volume) => volume.split(":")[0] ?? "")
    .filter((name) => !name.startsWith("."));
  expect(named.sort()).toEqual(Object.keys(volumes).sort());
  expect(services.server.environment["DATA_DIR"]).toBe(services.server.volumes[0]?.split(":")[1]);
});

test("only Caddy is reachable from outside, and Postgres runs only when it is chosen", async () => {
  const { server, copies, caddy, postgres } = (await readCompose()).services;
  for (const { ports } of [server, copies, postgres]) expect(ports).toBeUndefined();
  expect(caddy.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  expect([server.profiles, caddy.profiles]).toEqual(Array(2).fill(["sqlite", "postgres"]));
  expect(postgres.profiles).toEqual(["postgres"]);
});

test("the server's settings in compose.yaml are settings that it knows, and they are right", async () => {
  const { environment } = (await readCompose()).services.server;
  const example = await readFile(".env.example", "utf8");
  for (const name of Object.keys(environment)) expect(example).toContain(`\n${name}=`);
  const texts = Object.entries(environment).map(([name, value]) => [name, `${value}`]);
  const chosen = { POSTGRES_PASSWORD: "f00" };
  const url = fill(`${environment["DATABASE_URL"]}`, chosen);
  expect(readConfig({ ...Object.fromEntries(texts), DATABASE_URL: url })).toMatchObject({
    kind: "config",
    config: {
      host: "0.0.0.0",
      port: 80,
      trustedProxies: 1,
      store: {
        kind: "postgres",
        url: "postgres://black_ahsd:f00@postgres/black_ahsd?sslmode=disable",
      },
    },
  });
  expect(fill(`${environment["DATABASE_URL"]}`, {})).toBe("");
  expect(fill(`${environment["DATABASE_URL"]}`, { ...chosen, DATABASE_URL: "own" })).toBe("own");
});

test("the secrets of the copies reach their container alone, those of the server not, and no commit", async () => {
  const { copies, ...others } = (await readCompose()).services;
  expect(copies["env_file"]).toEqual([{ path: "backup.env", required: false }]);
  expect(others.server["env_file"]).toBe(".env");
  expect(JSON.stringify(others)).not.toContain("backup.env");
  expect(execFileSync("git", ["check-ignore", "deploy/backup.env"], { encoding: "utf8" })).toBe(
    "deploy/backup.env\n",
  );
});

test("compose.yaml gives each setting that the Caddyfile reads", async () => {
  const { environment, volumes } = (await readCompose()).services.caddy;
  const read = (await readFile("deploy/Caddyfile", "utf8")).matchAll(/\{\$(\w+)/g);
  const names = new Set([...read].map(([, name]) => name));
  expect([...names].sort()).toEqual(Object.keys(environment).sort());
  expect(volumes[0]).toBe("./Caddyfile:/etc/caddy/Caddyfile:ro");
});

test("the image is built from every source of a version, and from no secret, data or test", async () => {
  const lines = (await readFile(".dockerignore", "utf8")).split("\n");
  const sent = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const { paths } = await readSources();
  expect(sent.sort()).toEqual([...paths, ".npmrc", "deploy/backup"].sort());
  expect(lines).toContain("*");
  expect(lines.at(-2)).toBe("**/.env");
});

test("the image has a Node on which the checks run, and every file that it copies exists", async () => {
  const file = await readFile("deploy/Containerfile", "utf8");
  const [, node] =
    /^ARG NODE_IMAGE=docker\.io\/library\/node:([\d.]+)-[a-z]+-slim$/m.exec(file) ?? [];
  expect(triedNodes).toContain(node);
  const copied = [...file.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)]
    .flatMap(([, names = ""]) => names.split(" "))
    .map((name) => name.replace("/app/", ""))
    // Those of other images and of the build are not in the repository.
    .filter((name) => !/^(\/|(node_modules|build)\/)/.test(`${name}/`));
  expect(copied.length).toBeGreaterThan(3);
  for (const name of copied) expect(existsSync(name), name).toBe(true);
});

async function readCompose() {
  const text = await readFile("deploy/compose.yaml", "utf8");
  return parse(compose, parseYaml(text, { merge: true }));
}

/** Fills `${NAME:-…}` and `${NAME:+…}` as Docker Compose does, the innermost first. */
function fill(text: string, values: Record<string, string>): string {
  const filled = text
    .replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
    .replace(/\$\{(\w+):([-+])([^{}]*)\}/g, (_, name: string, sign: string, other: string) => {
      const value = values[name] ?? "";
      if (sign === "+") return value && other;
      return value || other;
    });
  return filled === text ? text : fill(filled, values);
}
