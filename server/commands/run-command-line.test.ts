import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { commands } from "./command-table.ts";

const names = [...commands.keys()];

/** An operator whose settings have a mistake. */
const unsettled = operatorOf({ kind: "sqlite", folder: "/nowhere" });
const readConfig = () => ({ kind: "mistakes", mistakes: ["no store"] }) as const;

test("the help names every command", async () => {
  const { code, out } = await unsettled.run(["--help"], { readConfig });
  expect(code).toBe(0);
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +\\p{L}`, "mu"));
});

test.each(names)("%s --help prints its usage, and reads no settings", async (name) => {
  const { code, out } = await unsettled.run([name, "--help"], { readConfig });
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^npm run leads -- ${name}`));
});

test.each([
  [[], "npm run leads -- <comando>"],
  [
    ["perdido"],
    'O comando "perdido" não existe.\nPara ver todos os comandos: npm run leads -- --help\n',
  ],
  [
    ["list", "--lost"],
    "A opção --lost não existe neste comando, ou tem um valor a mais ou a menos.\nUso: npm run leads -- list\n",
  ],
  [["erase", "--yes=1"], "A opção --yes não existe neste comando, ou tem um valor a mais"],
  [["list", "more"], 'O comando não aceita "more" aqui.\nUso: npm run leads -- list'],
  [["backup"], "O comando está incompleto.\nUso: npm run leads -- backup <arquivo>"],
  [["panel", "--revoke"], "A opção --revoke não existe neste comando, ou tem um valor a mais"],
  [["erase"], "Falta o e-mail."],
  [["erase", "ana"], '"ana" não é um e-mail.'],
])("%j is a wrong usage, and the command says why", async (args, line) => {
  const { code, out, err } = await (await createOperator()).run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(line);
});

test("a full disk makes the command fail with one line, and a bug is thrown", async () => {
  const operator = await createOperator();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const write = () => Promise.reject(full);
  const { code, err } = await operator.run(["list"], { write });
  expect(code).toBe(1);
  expect(err).toBe(
    "O comando list parou antes do fim (o disco está cheio: no space left). Resolva este problema e rode list de novo.\n",
  );
  const bug = () => Promise.reject(new Error("a bug"));
  await expect(operator.run(["list"], { write: bug })).rejects.toThrow("a bug");
});

test.each(engines)(
  "on %s a command first says which store it reads, with no password",
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

/** A sample value for each operand, by the operand's name in the help. */
const written = new Map([
  ["<link>", "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"],
  ["<n>", "1"],
  ["<e-mail>", "ana@example.com"],
  ["<arquivo>", "/nowhere/leads.backup"],
]);

test.each([...commands])("no command creates a store: %s", async (name, { usage }) => {
  const folder = await temporaryFolder();
  const { run } = operatorOf({ kind: "sqlite", folder: join(folder, "typo") });
  const [needed = ""] = usage.split("[--");
  const operands = (needed.match(/<[^>]+>/g) ?? []).map((word) => written.get(word) ?? "hoje");
  const { code, out, err } = await run([...name.split(" "), ...operands, "--yes"]);
  expect(code).toBe(1);
  // The command `fields` needs no store, and `restore` reads a copy that is not in the store's folder.
  if (!["restore", "fields"].includes(name))
    expect(`${out}${err}`).toContain(`Não há leads na pasta ${folder}/typo`);
  expect(readdirSync(folder)).toEqual([]);
});
