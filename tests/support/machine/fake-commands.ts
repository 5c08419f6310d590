import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { onTestFinished } from "vitest";
import type { Browsers } from "#scripts/check/browsers/ensure-browsers.mjs";

/** The script of a fake command that works, and of one that fails. */
export const answers = "exit 0";
export const fails = "echo no; exit 1";

/** Runs `ensureBrowsers` in a folder with an old Chromium's package. The PATH contains only the given fake commands. */
export async function ensureWith(
  commands: Record<string, string>,
  playwrightCli = "process.exit(1)",
  settings: Record<string, string> = {},
  commandsBehind: Record<string, string> = {},
): Promise<{ browsers: Browsers; calls: string[]; printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-browsers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await prepare(folder, commands, playwrightCli);
  await mkdir(join(folder, "behind"));
  for (const [name, body] of Object.entries(commandsBehind))
    await writeCommand(join(folder, "behind", name), body);
  const script = `import { ensureBrowsers } from ${JSON.stringify(resolve("scripts/check/browsers/ensure-browsers.mjs"))};
    const browsers = await ensureBrowsers();
    console.error(JSON.stringify(browsers));`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: folder, env: { ...environmentIn(folder), ...settings } },
  );
  const calls = await readFile(join(folder, "calls"), "utf8").catch(() => "");
  return {
    browsers: JSON.parse(stderr),
    calls: calls.split("\n").filter(Boolean),
    printed: stdout,
  };
}

function environmentIn(folder: string) {
  return {
    PATH: [join(folder, "bin"), join(folder, "behind")].join(delimiter),
    PLAYWRIGHT: resolve("node_modules/@playwright/test/index.mjs"),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, "fetched"),
  };
}

async function prepare(folder: string, commands: Record<string, string>, playwrightCli: string) {
  const oldChromium = join(folder, "node_modules/@sparticuz/chromium/bin");
  const cli = join(folder, "node_modules/@playwright/test");
  for (const place of [join(folder, "bin"), oldChromium, cli])
    await mkdir(place, { recursive: true });
  for (const [name, body] of Object.entries(commands))
    await writeCommand(join(folder, "bin", name), body);
  await symlink("/usr/bin/env", join(folder, "bin/env"));
  await writeCommand(join(folder, "answers"), answers);
  await writeFile(join(oldChromium, "chromium.br"), brotliCompressSync("#!/bin/sh\n"));
  await writeFile(join(oldChromium, "../package.json"), '{ "version": "109.0.0" }');
  await writeFile(join(cli, "package.json"), '{ "type": "module" }');
  await writeFile(join(cli, "cli.js"), playwrightCli);
}

async function writeCommand(file: string, body: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
}
