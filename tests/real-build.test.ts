import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { blankSettings } from "./support/built/blank-settings.ts";
import { printedAddress } from "./support/built/printed-address.ts";
import { buildProduct, copyProduct } from "./support/built/variant-site.ts";

/** Words that only the server needs; ActiveCampaign calls its key `Api-Token`. */
const serverWords = ["Api-Token", "ACTIVECAMPAIGN", "DATABASE_URL", "DATA_DIR"];
const secrets = { ACTIVECAMPAIGN_TOKEN: randomUUID() };
/** The same for each program, because another PORT would need another build. */
const port = { PORT: "0" };

let folder: string;

beforeAll(async () => {
  folder = await copyProduct();
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, ".env"), `${lines.join("")}ACTIVECAMPAIGN_URL=https://x.example\n`);
  await buildProduct(folder, port);
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

test("no public file holds a secret of .env or a word of the server", async () => {
  const files = await publicFiles(join(folder, "dist"));
  expect(files.size).toBeGreaterThan(10);
  for (const [name, text] of files)
    for (const word of [...Object.values(secrets), ...serverWords])
      expect(text.includes(word), `${word} in ${name}`).toBe(false);
});

test("after a failed build the served page stays, also after a restart", async () => {
  const first = run(folder, "start");
  const url = await printedAddress(first.child);
  const page = await pageAt(url);
  expect(page).toContain("</html>");

  await breakHero(folder);
  const ready = run(folder, "ready");
  await once(ready.child, "close");
  expect(ready.child.exitCode).toBe(1);
  expect(ready.output()).toContain("content/hero.ts: não foi possível entender esta linha.");
  expect(ready.output()).toContain(
    "NADA FOI PUBLICADO: a versão que já estava publicada continua.",
  );
  expect(await pageAt(url)).toBe(page);
  await stop(first.child);

  const second = run(folder, "start");
  expect(await pageAt(await printedAddress(second.child))).toBe(page);
  expect(second.output()).toContain("ATENÇÃO: as suas mudanças NÃO foram publicadas.");
  await stop(second.child);
});

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

/** Leaves out the end of a line, as a marketer can by mistake. */
async function breakHero(folder: string): Promise<void> {
  const file = join(folder, "content/hero.ts");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/",\n/, "\n"));
}

function run(folder: string, program: string) {
  const child = spawn(process.execPath, [`scripts/${program}.ts`], {
    cwd: folder,
    env: { ...process.env, ...blankSettings, ...port, DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}

async function pageAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function stop(child: ReturnType<typeof run>["child"]): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}
