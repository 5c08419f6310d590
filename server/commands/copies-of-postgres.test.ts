import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";

test("for Postgres the commands name its own tools, without the password", async () => {
  const { run } = await createOperator("postgres");
  for (const [name, tool] of [
    ["backup", "pg_dump"],
    ["restore", "pg_restore"],
  ] as const) {
    const { code, err } = await run([name, "leads.dump"]);
    expect(code).toBe(1);
    expect(err).toContain(`  ${tool} --`);
    expect(err).not.toContain("postgres://");
  }
});

test("the files of the commands for Postgres are readable for their owner only, and the file of erasures is removed at the end", async () => {
  const { run } = await createOperator("postgres");
  const file = "/backups/o'clock $x.dump";
  const backup = commandsIn((await run(["backup", file])).err);
  expect(backup).toMatchObject(["umask 077", expect.stringMatching(/^pg_dump /)]);
  const restore = commandsIn((await run(["restore", file])).err);
  expect(restore[0]).toBe("umask 077");
  expect(restore.at(-1)).toBe("rm erasures.sql");
  for (const commands of [backup, restore])
    expect(commands.join("\n")).toContain("'/backups/o'\\''clock $x.dump'");
});

function commandsIn(text: string): string[] {
  return [...text.matchAll(/^ {2}(.*)$/gm)].map(([, command = ""]) => command);
}
