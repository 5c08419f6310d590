import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";

const sources = [
  "content",
  "event",
  "lead",
  "package.json",
  "scripts",
  "server",
  "site",
  "vite.config.ts",
];
const linked = ["node_modules", "public"];
const buildTimeLimitMs = 120_000;

/** What the server alone needs to know of; the tag is how ActiveCampaign calls its key. */
const serversWords = ["Api-Token", "ACTIVECAMPAIGN", "DATABASE_URL", "METRICS_TOKEN", "DATA_DIR"];

test(
  "no key of the machine, nor a word of how it is used, is in what the public gets",
  async () => {
    const secrets = ["ACTIVECAMPAIGN_TOKEN", "METRICS_TOKEN"].map(
      (name) => `${name}=${randomUUID()}`,
    );
    const values = secrets.map((line) => line.replace(/^.*=/, ""));
    const folder = await buildBeside(
      `${secrets.join("\n")}\nACTIVECAMPAIGN_URL=https://x.example\n`,
    );
    const files = await publicFiles(join(folder, "dist"));
    expect(files.size).toBeGreaterThan(10);
    for (const [name, text] of files)
      for (const word of [...values, ...serversWords])
        expect(text.includes(word), `${word} in ${name}`).toBe(false);
  },
  buildTimeLimitMs,
);

/** The product with the operator's own settings beside it, built as `npm start` builds it. */
async function buildBeside(settings: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of sources) await cp(name, join(folder, name), { recursive: true });
  for (const name of linked) await symlink(resolve(name), join(folder, name));
  await writeFile(join(folder, ".env"), settings);
  const vite = resolve("node_modules/vite/bin/vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", "--app"], { cwd: folder });
  return folder;
}

async function publicFiles(folder: string): Promise<Map<string, string>> {
  expect(existsSync(folder)).toBe(true);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file): Promise<[string, string]> => {
    const bytes = await readFile(file);
    return [file, (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1")];
  });
  return new Map(await Promise.all(texts));
}
