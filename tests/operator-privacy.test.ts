import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { commands } from "#server/commands/command-table.ts";
import { actions } from "#server/operator/actions.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import { openSqliteIn, temporaryFolder } from "./support/store/temporary-database.ts";

const canary = {
  name: "Canária Pessoa",
  email: "canary.person@canary-domain.example",
  whatsapp: "+55 11 97777-3131",
};

test("npm writes no log with the words of a command", async () => {
  const words = Object.values(canary);
  const { errors, cache } = await runLeads(["find", words.join(" ")]);
  expect(errors).toContain("Nenhuma pessoa tem");
  for (const word of words) expect(await filesWith(cache, word)).toEqual([]);
  // With npm's default setting there is a log, and the search finds the words in this log.
  const logging = await runLeads(["find", words.join(" ")], "", { npm_config_logs_max: "10" });
  for (const word of words) expect(await filesWith(logging.cache, word)).not.toEqual([]);
});

test("a person that add reads is only in the store, in no log and no error", async () => {
  const input = `${Object.values(canary).join("\n")}\nmore`;
  const { out, errors, cache, folder } = await runLeads(["add", "--yes"], input);
  expect(out).toContain(`${canary.email} foi inscrito`);
  for (const words of Object.values(canary)) {
    expect(errors).not.toContain(words);
    expect(await filesWith(cache, words)).toEqual([]);
    for (const name of await filesWith(folder, words)) expect(name).toMatch(/^leads\.sqlite/);
  }
});

/** All values that a command takes in its line, except a person's e-mail. */
const told = "since to stop-at revoke erased failed compare reason group link when".split(" ");

test("no option takes personal data, which other users of the machine could read", () => {
  const names = new Set(actions.flatMap(({ fields }) => fields.map(({ name }) => name)));
  for (const [words, { options = {}, operands }] of commands) {
    for (const [name, { type }] of Object.entries(options)) if (type === "string") names.add(name);
    const isOfFile = words === "backup" || words === "restore";
    // A command that takes a person as an argument must also work without it, and ask for the person.
    if (!isOfFile && actions.every((action) => action.words !== words))
      expect(operands?.min ?? 0, words).toBe(0);
  }
  expect([...names].sort()).toEqual([...told].sort());
});

/** Runs a command as an operator would. npm writes its own files into a temporary home folder. */
async function runLeads(args: string[], input = "", npmSettings = {}) {
  const [folder, cache] = [await temporaryFolder(), await temporaryFolder()];
  await (await openSqliteIn(folder)).destroy();
  const env = { ...blankSettings, DATA_DIR: folder, npm_config_cache: cache, ...npmSettings };
  const command = spawn("npm", ["run", "leads", "--", ...args], {
    env: { PATH: process.env["PATH"], HOME: cache, ...env },
  });
  command.stdin.write(input);
  const [out, errors] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  return { out, errors, cache, folder };
}

async function filesWith(folder: string, words: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if ((await readFile(join(parentPath, name), "utf8")).includes(words)) found.push(name);
  return found;
}
