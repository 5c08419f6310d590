import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { blankSettings } from "./support/built/blank-settings.ts";
import { createTemporaryFolder } from "./support/store/temporary-database.ts";

const timeLimitMs = 60_000;
const canary = "canary.person@canary-domain.example";

test(
  "npm writes no log with the e-mail of a command",
  async () => {
    const { errorText, cache } = await runLeads(["find", canary]);
    expect(errorText).toContain(`No person in this store has the e-mail ${canary}`);
    expect(await filesWith(cache, canary)).toEqual([]);
  },
  timeLimitMs,
);

test(
  "a command reads the e-mail from standard input, even while the pipe stays open",
  async () => {
    const { errorText } = await runLeads(["find"], `${canary}\nmore`);
    expect(errorText).toContain(`No person in this store has the e-mail ${canary}`);
  },
  timeLimitMs,
);

/** Runs a command as an operator does. npm writes its own files into a temporary home folder. */
async function runLeads(args: string[], input = ""): Promise<{ errorText: string; cache: string }> {
  const data = await createTemporaryFolder();
  onTestFinished(data.remove);
  const npm = await createTemporaryFolder();
  onTestFinished(npm.remove);
  const cache = npm.store.folder;
  const env = { ...blankSettings, DATA_DIR: data.store.folder, npm_config_cache: cache };
  const command = spawn("npm", ["run", "leads", "--", ...args], {
    env: { PATH: process.env["PATH"], HOME: cache, ...env },
  });
  command.stdin.write(input);
  const [errorText] = await Promise.all([text(command.stderr), once(command, "exit")]);
  return { errorText, cache };
}

async function filesWith(folder: string, words: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if ((await readFile(join(parentPath, name), "utf8")).includes(words)) found.push(name);
  return found;
}
