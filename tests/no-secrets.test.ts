import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { buildProduct, copyProduct } from "./support/built/variant-site.ts";

const buildTimeLimitMs = 120_000;

/** Words that only the server needs; ActiveCampaign calls its key `Api-Token`. */
const serverWords = ["Api-Token", "ACTIVECAMPAIGN", "DATABASE_URL", "METRICS_TOKEN", "DATA_DIR"];

test(
  "no public file contains a secret of `.env` or a word that only the server needs",
  async () => {
    const secrets = ["ACTIVECAMPAIGN_TOKEN", "METRICS_TOKEN"].map(
      (name) => `${name}=${randomUUID()}`,
    );
    const values = secrets.map((line) => line.replace(/^.*=/, ""));
    const folder = await copyProduct();
    onTestFinished(() => rm(folder, { recursive: true }));
    const url = "ACTIVECAMPAIGN_URL=https://x.example";
    await writeFile(join(folder, ".env"), [...secrets, url, ""].join("\n"));
    await buildProduct(folder);
    const files = await publicFiles(join(folder, "dist"));
    expect(files.size).toBeGreaterThan(10);
    for (const [name, text] of files)
      for (const word of [...values, ...serverWords])
        expect(text.includes(word), `${word} in ${name}`).toBe(false);
  },
  buildTimeLimitMs,
);

async function publicFiles(folder: string): Promise<Map<string, string>> {
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
