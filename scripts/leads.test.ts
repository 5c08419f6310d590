import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

test("without a build, an operator's command says how to build", async () => {
  const folder = await temporaryProject();
  await expect(leads(folder, "list")).rejects.toMatchObject({
    code: 1,
    stderr:
      "Ainda não há nenhuma versão publicada, e os comandos fazem parte dela. Para publicar: npm run ready\n",
  });
});

test("after a build the command receives its arguments", async () => {
  const folder = await temporaryProject();
  await mkdir(join(folder, "build/server"), { recursive: true });
  const commands = "console.log(process.argv.slice(2).join())";
  await writeFile(join(folder, "build/server/cli.js"), commands);
  expect((await leads(folder, "find", "--help")).stdout).toBe("find,--help\n");
});

function leads(folder: string, ...args: string[]) {
  return run(process.execPath, [join(folder, "scripts/leads.mjs"), ...args]);
}

/** A project as after a clone: with the scripts, without a build. */
async function temporaryProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-leads-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp("scripts", join(folder, "scripts"), { recursive: true });
  await cp("package.json", join(folder, "package.json"));
  return folder;
}
