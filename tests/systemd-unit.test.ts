import { statSync } from "node:fs";
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

test("the unit of the copies runs a script that exists, and is as closed as that of the server", async () => {
  const server = await unitSettings();
  const copies = await unitSettings("black-ahsd-backup.service");
  const [folder] = server.get("WorkingDirectory") ?? [];
  expect(copies.get("ExecStart")).toEqual([`${folder}/deploy/backup`]);
  expect(statSync("deploy/backup").mode & 0o111).toBe(0o111);
  expect(copies.get("CacheDirectoryMode")).toEqual(["0700"]);
  // This file contains settings that the server may not know.
  expect(copies.get("EnvironmentFile")).toEqual(["/etc/black-ahsd-backup.env"]);
  const same =
    /^(NoNew|Capability|Private|Protect|Restrict|Lock|SystemCall|UMask|StateDirectory|User|Working|RequiresMounts)/;
  for (const [name, values] of server)
    if (same.test(name)) expect([name, copies.get(name)]).toEqual([name, values]);
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
