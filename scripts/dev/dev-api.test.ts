import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createLogger, createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { devApi } from "./dev-api.ts";

/** Each try saves again, because the watcher overlooks a save that comes right after another one. */
const waiting = { timeout: 60_000, interval: 300 };
const noMistakes = async () => [];

test("the dev server runs the real server from its sources", async () => {
  const folder = await temporaryFolder();
  const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder };
  const errors: string[] = [];
  const vite = await createServer({
    plugins: [devApi({ settings, contentMistakes: noMistakes })],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger("silent"), error: (text) => errors.push(text) },
  });
  await vite.close();
  // Vite may still look for packages when it is closed, and then says that it stops.
  expect(errors.filter((error) => !error.includes("dependency scan"))).toEqual([]);
  expect(existsSync(join(folder, "leads.sqlite"))).toBe(true);
});

test.each(["content/launch.ts", "content/hero.ts"])(
  "the server says what was saved in %s, also after the second and the third save",
  async (file) => {
    const dev = await startDev();
    for (const words of ["segunda", "terceira", "quarta"]) {
      await expect.poll(() => dev.saveAndAsk(file, words), waiting).toContain(words);
    }
    expect(dev.errors).toEqual([]);
  },
);

test("a save with mistakes leaves the running server as it is, and the next good save replaces it", async () => {
  const dev = await startDev();
  dev.mistakes.push("content/hero.ts: falta uma vírgula.");
  const saveMistake = () => dev.saveAndAsk("content/hero.ts", "com erro").then(dev.checks);
  await expect.poll(saveMistake, waiting).toBeGreaterThan(1);
  expect(await dev.answer()).toContain("primeira");
  dev.mistakes.pop();
  const saveGood = () => dev.saveAndAsk("content/hero.ts", "corrigida");
  await expect.poll(saveGood, waiting).toContain("corrigida");
});

/** A small server that notes its address, and answers with two words of its content. As in this project, Vite's settings import one of them. */
const sources = {
  "content/launch.ts": `export const words = "primeira";`,
  "content/hero.ts": `export const words = "primeira";`,
  "vite.config.ts": `import { words } from "./content/launch.ts"; export default { define: { WORDS: words } };`,
  "server/node/log.ts": `export const createLog = () => undefined;`,
  "server/serve.ts": `import { once } from "node:events";
    import { renameSync, writeFileSync } from "node:fs";
    import { createServer } from "node:http";
    import { words as launch } from "../content/launch.ts";
    import { words as hero } from "../content/hero.ts";
    export async function serve({ env }) {
      const server = createServer((request, response) => response.end(launch + " " + hero));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      writeFileSync(env.ADDRESS_FILE + ".part", "http://127.0.0.1:" + server.address().port);
      renameSync(env.ADDRESS_FILE + ".part", env.ADDRESS_FILE);
      const stop = async () => { server.closeAllConnections(); server.close(); await once(server, "close"); };
      return { kind: "serving", lines: [], stop };
    }`,
};

async function startDev() {
  const root = await temporaryFolder();
  const save = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    // The new file takes the place of the old one at once: Vite must not read it half written.
    await writeFile(join(root, `${file}.part`), text);
    await rename(join(root, `${file}.part`), join(root, file));
  };
  for (const [file, text] of Object.entries(sources)) await save(file, text);
  const addressFile = join(root, "address");
  const errors: string[] = [];
  const mistakes: string[] = [];
  let checks = 0;
  const contentMistakes = async () => {
    checks += 1;
    return mistakes;
  };
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    plugins: [devApi({ settings: { ADDRESS_FILE: addressFile }, contentMistakes })],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger("silent"), error: (text) => errors.push(text) },
  });
  onTestFinished(() => vite.close());
  const answer = async () => fetch(await readFile(addressFile, "utf8")).then(textOf, String);
  return {
    mistakes,
    errors,
    checks: () => checks,
    answer,
    saveAndAsk: async (file: string, words: string) => {
      await save(file, `export const words = "${words}";`);
      return answer();
    },
  };
}

function textOf(response: Response): Promise<string> {
  return response.text();
}
