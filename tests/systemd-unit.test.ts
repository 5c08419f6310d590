import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("under systemd the server runs the built files, and can write neither them nor .env", async () => {
  const unit = await readFile("deploy/black-ahsd.service", "utf8");
  const set = new Map(unit.split("\n").flatMap(settingIn));
  expect(set.get("ExecStart")).toMatch(/ build\/server\/main\.js$/);
  expect(set.get("ProtectSystem")).toBe("strict");
  expect(set.get("StateDirectory")).toBe("black-ahsd");
  expect(set.get("RequiresMountsFor")).toBe("/var/lib/black-ahsd");
  for (const name of ["ReadWritePaths", "BindPaths", "ExecStartPre", "EnvironmentFile"])
    expect([...set.keys()]).not.toContain(name);
});

function settingIn(line: string): Array<[string, string]> {
  const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}
