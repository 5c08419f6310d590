import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";
import { copyProduct } from "#tests/support/built/variant-site.ts";

test("after a build that fails while the server serves, the page stays, also after a restart", async () => {
  const folder = await copyProduct();
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const first = start(folder);
  const url = await printedAddress(first.child);
  const page = await pageAt(url);
  expect(page).toContain("</html>");

  await breakHero(folder);
  const ready = run(folder, "ready");
  await once(ready.child, "close");
  expect(ready.child.exitCode).toBe(1);
  expect(ready.output()).toContain(
    "NADA FOI PUBLICADO: a versão que já estava publicada continua.",
  );
  expect(await pageAt(url)).toBe(page);
  await stop(first.child);

  const second = start(folder);
  expect(await pageAt(await printedAddress(second.child))).toBe(page);
  expect(second.output()).toContain("ATENÇÃO: as suas mudanças NÃO foram publicadas.");
  await stop(second.child);
});

/** Leaves out the end of a line, as a marketer can by mistake. */
async function breakHero(folder: string): Promise<void> {
  const file = join(folder, "content/hero.ts");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/",\n/, "\n"));
}

function start(folder: string) {
  return run(folder, "start");
}

/** The settings are the same for each program, because another PORT would need another build. */
function run(folder: string, program: string) {
  const child = spawn(process.execPath, [`scripts/${program}.mjs`], {
    cwd: folder,
    env: { ...process.env, ...blankSettings, PORT: "0", DATA_DIR: join(folder, "data") },
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
