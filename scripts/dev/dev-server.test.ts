import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyProduct } from "#tests/support/built/variant-site.ts";

const island = "site/capture/form/lead-form.tsx";
const style = "site/styles/base.first.css";
const words = "content/hero.ts";
const route = "server/app.ts";

/** The limit is long, because a busy machine starts the programs slowly. */
const slowMs = 400_000;
const poll = { timeout: 90_000, interval: 200 };

test("a save shows in the browser: islands and styles change, all else reloads, and a mistake stands over the page", {
  timeout: slowMs,
}, async () => {
  const dev = await startDev();
  await expect.poll(() => dev.read("/"), poll).toContain("/@vite/client");
  const told = await dev.openPage(island, style);

  await dev.edit(style, "@layer", "/* A test. */ @layer");
  await expect.poll(told, poll).toContain(`"type":"css-update"`);
  await dev.edit(island, "<form", `<form data-test="island"`);
  await expect.poll(told, poll).toContain(`"path":"/${island}"`);
  await expect.poll(() => dev.read("/"), poll).toContain("data-test");
  expect(told()).not.toContain("full-reload");

  const before = await dev.edit(words, /headline: "[^"]+"/, `headline: "Palavras de teste"`);
  await expect.poll(() => dev.read("/"), poll).toContain("Palavras de teste");
  await expect.poll(told, poll).toContain("full-reload");

  await dev.edit(words, /",\n/, "\n");
  await expect.poll(told, poll).toContain(`{"message":"content/hero.ts: `);
  await expect.poll(dev.output, poll).toContain("content/hero.ts: ");
  expect(await dev.read("/")).toContain("Palavras de teste");

  await dev.edit(words, /^.*$/s, before);
  await dev.edit(route, `"/healthz"`, `"/test-of-dev"`);
  await expect.poll(() => dev.read("/"), poll).not.toContain("Palavras de teste");
  await expect.poll(dev.output, poll).toContain("Os arquivos estão sem erros de novo.");
  await expect.poll(() => dev.status("/test-of-dev"), poll).toBe(200);

  await dev.stop();
  await expect(dev.read("/")).rejects.toThrow();
});

async function startDev() {
  const folder = await copyProduct();
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const ports = JSON.stringify({ sitePort: await freePort(), fakePort: 0 });
  const script = `import { startDev } from ${JSON.stringify(join(folder, "scripts/dev/dev-server.ts"))};
    await startDev(${ports});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const address = () => /A página: +(\S+)\//.exec(output)?.[1];
  await expect.poll(address, poll).toBeDefined();
  const url = address();
  const read = async (path: string) => (await fetch(`${url}${path}`)).text();
  return {
    read,
    status: async (path: string) => (await fetch(`${url}${path}`)).status,
    output: () => output,
    /** Loads a script and a style sheet as a page does, and returns all messages of Vite to this page. */
    async openPage(script: string, sheet: string) {
      await read(`/${script}`);
      await fetch(`${url}/${sheet}`, { headers: { Accept: "text/css" } });
      const token = /wsToken = "([^"]+)"/.exec(await read("/@vite/client"))?.[1];
      const socket = new WebSocket(`${url}/?token=${token}`.replace("http", "ws"), "vite-hmr");
      let told = "";
      socket.addEventListener("message", ({ data }) => {
        told += data;
      });
      await once(socket, "open");
      return () => told;
    },
    /** Saves a file as some editors do: writes a new file and renames it. Returns the text before. */
    async edit(name: string, from: string | RegExp, to: string) {
      const file = join(folder, name);
      const text = await readFile(file, "utf8");
      const edited = text.replace(from, () => to);
      expect(edited).not.toBe(text);
      await writeFile(join(folder, "saved"), edited);
      await rename(join(folder, "saved"), file);
      return text;
    },
    async stop() {
      child.kill("SIGINT");
      await once(child, "close");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
