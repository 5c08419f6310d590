import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { commands } from "./command-table.ts";

/** The operands of the commands that need some. */
const operands = new Map([
  ["find", ["ana@example.com"]],
  ["access", ["ana@example.com"]],
  ["erase", ["ana@example.com", "--yes"]],
  ["backup", ["/nowhere/leads.backup"]],
  ["restore", ["/nowhere/leads.backup"]],
]);

test.each(engines)(
  "on %s a command first says on standard error which store it reads, without a password",
  async (engine) => {
    const { run, store } = await createOperator(engine);
    const notes: string[] = [];
    expect((await run(["release"], { note: (line) => notes.push(line) })).out).not.toContain(
      "Banco de dados",
    );
    const place =
      store.kind === "sqlite"
        ? resolve(store.folder, "leads.sqlite")
        : `Postgres (${new URL(store.url).host}${new URL(store.url).pathname})`;
    expect(notes).toEqual([`Banco de dados: ${place}`]);
  },
);

test("no command creates a store", async () => {
  const folder = await temporaryFolder();
  const { run } = operatorOf({ kind: "sqlite", folder: join(folder, "typo") });
  for (const name of commands.keys()) {
    const { code, out, err } = await run([name, ...(operands.get(name) ?? [])]);
    expect(code, name).toBe(1);
    if (name !== "restore")
      expect(`${out}${err}`, name).toContain(`Não há leads na pasta ${folder}/typo`);
  }
  expect(readdirSync(folder)).toEqual([]);
});
