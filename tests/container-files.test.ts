import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { sourcePaths } from "#scripts/publish/sources.ts";
import { readConfig } from "#server/config.ts";
import { triedNodes } from "#tests/all/nodes.ts";

type Service = { environment: Record<string, unknown>; volumes: string[]; ports?: string[] };
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

const small = await readCompose("compose.yaml");
const full = await readCompose("deploy/compose.full.yaml");

test.each(Object.entries({ small, full }))(
  "each container of the %s form has a read-only disk, gives up the rights of root, and has volumes that exist",
  (_, { services, volumes }) => {
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    const used = Object.values(services).flatMap((one) => one.volumes);
    const named = used.map((volume) => volume.split(":")[0]).filter((name) => name?.[0] !== ".");
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
    expect(services["site"]).toMatchObject({ user: "1000:1000", volumes: ["storage:/storage"] });
  },
);

test("compose.yaml needs no setting, and passes on each one of .env.example", async () => {
  const { site } = small.services;
  expect(site?.ports).toEqual(["3000:80"]);
  expect(await readFile("compose.yaml", "utf8")).not.toContain(":?");
  const passed = Object.entries(site?.environment ?? {});
  for (const [name, value] of passed) expect(value).toBe(`\${${name}:-}`);
  const example = await readFile(".env.example", "utf8");
  const settings = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  // The image sets the first three settings, and only the build of a static page reads the last.
  const own = ["PORT", "HOST", "DATA_DIR", "FUNCTION_URL"];
  expect(passed.map(([name]) => name)).toEqual(
    expect.arrayContaining(settings.filter((name) => !own.includes(name))),
  );
});

test("in compose.full.yaml only Caddy is reachable from outside, and all know their settings", async () => {
  const { site, caddy } = full.services;
  expect(Object.keys(full.services).sort()).toEqual(["caddy", "postgres", "site"]);
  for (const [name, service] of Object.entries(full.services))
    if (name !== "caddy") expect(service, name).not.toHaveProperty("ports");
  expect(caddy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  const texts = Object.entries(site?.environment ?? {}).map(([name, value]) => [
    name,
    `${value}`.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, "f00"),
  ]);
  const url = "postgres://black_ahsd:f00@postgres/black_ahsd?sslmode=disable";
  expect(readConfig(Object.fromEntries(texts))).toMatchObject({
    kind: "config",
    config: { host: "0.0.0.0", port: 80, trustedProxies: 1, store: { kind: "postgres", url } },
  });
  const read = (await readFile("deploy/Caddyfile", "utf8")).matchAll(/\{\$(\w+)/g);
  const names = new Set([...read].map(([, name]) => name));
  expect([...names].sort()).toEqual(Object.keys(caddy?.environment ?? {}).sort());
});

test("no commit takes the secrets", () => {
  const secrets = [".env", "deploy/.env"];
  const ignored = execFileSync("git", ["check-ignore", ...secrets], { encoding: "utf8" });
  expect(ignored.trim().split("\n")).toEqual(secrets);
});

test("the image is built from every source of a version, and from no secret, data or test", async () => {
  const lines = (await readFile(".dockerignore", "utf8")).split("\n");
  const sent = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const paths = await sourcePaths();
  const scripts = [".npmrc", "deploy/backup", "deploy/entrypoint", "hooks"];
  expect(sent.sort()).toEqual([...paths, ...scripts].sort());
  expect(lines).toContain("*");
  expect(lines.at(-2)).toBe("**/.env");
});

test("the image has a Node on which the checks run, and names no volume, with which Railway builds none", async () => {
  const file = await readFile("Dockerfile", "utf8");
  expect(triedNodes).toContain(/^ARG NODE_IMAGE=node:([\d.]+)-[a-z]+-slim$/m.exec(file)?.[1]);
  expect(file).not.toMatch(/^VOLUME/m);
});

async function readCompose(file: string): Promise<Compose> {
  return parse(await readFile(file, "utf8"), { merge: true });
}
