import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger, createServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { devContent } from "./dev-content.ts";

/** Each try saves again, because the watcher overlooks a save that comes right after another one. */
const waiting = { timeout: 60_000, interval: 300 };
const sentence = "content/hero.ts: falta uma vírgula na linha 3.";

test("mistakes in a saved file stand in the terminal and over the page, until a save without mistakes", async () => {
  const dev = await startDev();
  dev.mistakes.push(sentence);
  await expect.poll(() => dev.save().then(dev.printed), waiting).toContain(sentence);
  const err = { message: sentence, stack: "" };
  expect(dev.sent).toHaveBeenCalledWith({ type: "error", err });
  dev.mistakes.pop();
  const good = "content/ está sem erros de novo.";
  await expect.poll(() => dev.save().then(dev.printed), waiting).toContain(good);
});

async function startDev() {
  const root = await temporaryFolder();
  await mkdir(join(root, "content"));
  const save = () => writeFile(join(root, "content/hero.ts"), `// ${Math.random()}`);
  await save();
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  const mistakes: string[] = [];
  const vite = await createServer({
    root,
    configFile: false,
    plugins: [devContent(async () => [...mistakes])],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger("silent"), error: print, info: print },
  });
  onTestFinished(() => vite.close());
  const sent = vi.spyOn(vite.environments.client.hot, "send");
  return { mistakes, save, sent, printed: () => printed };
}
