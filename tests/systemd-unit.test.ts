import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("under systemd the server runs the built files, and can write neither them nor .env", async () => {
  const set = await unitSettings();
  expect(set.get("ExecStart")).toEqual([expect.stringMatching(/ build\/server\/main\.js$/)]);
  expect(set.get("Restart")).toEqual(["always"]);
  expect(set.get("ProtectSystem")).toEqual(["strict"]);
  expect(set.get("StateDirectory")).toEqual(["black-ahsd"]);
  expect(set.get("RequiresMountsFor")).toEqual(["/var/lib/black-ahsd"]);
  for (const name of ["ReadWritePaths", "BindPaths", "ExecStartPre", "EnvironmentFile"])
    expect([...set.keys()]).not.toContain(name);
});

test("Caddy asks the servers that the unit's header starts", async () => {
  const header = await readFile("deploy/black-ahsd@.service", "utf8");
  const started = [...header.matchAll(/black-ahsd@(\d+)/g)].map(([, port]) => `127.0.0.1:${port}`);
  const caddy = await readFile("deploy/Caddyfile", "utf8");
  expect(caddy.match(/\{\$UPSTREAMS:.*?\}/g)).toEqual([
    `{$UPSTREAMS:${started.join(" ")}}`,
    `{$UPSTREAMS:${started.join(" ")}}`,
  ]);
});

test("the unit of the copies runs a command that exists, and is as closed as that of the server but for the copies", async () => {
  const server = await unitSettings();
  const copies = await unitSettings("black-ahsd-copies.service");
  // A folder inside the disk: on a disk that has dropped out it is missing, and the copies say so.
  const place = "/backups/black-ahsd";
  expect(copies.get("ExecStart")?.join()).toContain(` build/server/cli.js backup --to ${place} `);
  expect(copies.get("ReadWritePaths")).toEqual([place]);
  expect(copies.get("RequiresMountsFor")).toEqual([`/var/lib/black-ahsd ${place}`]);
  const hardening =
    /^(NoNew|Capability|Private|Protect|Restrict|Lock|SystemCall|UMask|StateDirectory|User)/;
  for (const [name, values] of server)
    if (hardening.test(name)) expect([name, copies.get(name)]).toEqual([name, values]);
});

async function unitSettings(file = "black-ahsd@.service"): Promise<Map<string, string[]>> {
  const unit = await readFile(`deploy/${file}`, "utf8");
  const set = new Map<string, string[]>();
  for (const line of unit.split("\n")) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) set.set(name, [...(set.get(name) ?? []), value]);
  }
  return set;
}
