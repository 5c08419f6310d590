import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyProduct } from "#tests/support/built/variant-site.ts";

const heading = /headline: "[^"]+"/;

/** A busy machine builds slowly. */
const fourBuildsMs = 400_000;
const poll = { timeout: 90_000, interval: 200 };

test("a save builds the page anew and reloads it, and a mistake stands over the page", {
  timeout: fourBuildsMs,
}, async () => {
  const dev = await startDev();
  await expect.poll(dev.state, poll).toBe('{"builds":1,"mistakes":""}');
  expect(await dev.page()).toContain("/_dev/state");
  const original = await dev.hero();

  await dev.replaceHero(original.replace(heading, `headline: "Palavras novas de teste"`));
  await expect.poll(dev.page, poll).toContain("Palavras novas de teste");
  expect(await dev.state()).toBe('{"builds":2,"mistakes":""}');

  await dev.saveHero(original.replace(/",\n/, "\n"));
  await expect.poll(dev.output, poll).toContain("content/hero.ts");
  expect(await dev.state()).toContain("content/hero.ts");
  expect(await dev.page()).toContain("Palavras novas de teste");

  await dev.saveHero(original);
  await expect.poll(dev.page, poll).not.toContain("Palavras novas de teste");
  await expect.poll(dev.output, poll).toContain("Os arquivos estão sem erros de novo.");

  await dev.stop();
  await expect(dev.page()).rejects.toThrow();
});

async function startDev() {
  const folder = await copyProduct();
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const { child, output } = watch(folder, 0);
  const address = () => /A página: +(\S+)/.exec(output())?.[1];
  await expect.poll(address, poll).toBeDefined();
  const url = address();
  const file = join(folder, "content/hero.ts");
  return {
    output,
    page: async () => (await fetch(`${url}`)).text(),
    hero: () => readFile(file, "utf8"),
    saveHero: (text: string) => writeFile(file, text),
    /** Saves as editors do that write another file and rename it. */
    async replaceHero(text: string) {
      await writeFile(join(folder, "saved"), text);
      await rename(join(folder, "saved"), file);
    },
    /** What a page asks for each second. */
    state: async () => (await fetch(`${url}_dev/state`)).text(),
    async stop() {
      child.kill("SIGINT");
      await once(child, "close");
    },
  };
}

function watch(folder: string, sitePort: number) {
  const script = `import { watchSite } from ${JSON.stringify(join(folder, "scripts/dev/watch-site.ts"))};
    await watchSite({ sitePort: ${sitePort}, fakePort: 0 });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}
