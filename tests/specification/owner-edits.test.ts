import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite } from "#tests/support/built/running-site.ts";
import { buildProduct, copyProduct } from "#tests/support/built/variant-site.ts";
import { makeEdits } from "#tests/support/owner-edits/edit.ts";
import { editLikeAnOwner, ownerEdits } from "#tests/support/owner-edits/owner.ts";

// A copy with all ten edits of an owner. `.ci/prove-owner-edits` runs the whole `npm test` on such a copy.
const checkedToo = ["tests", "biome.json", "tsconfig.base.json"];
const projects = ["tsconfig.pure.json", "tsconfig.site.json", "tsconfig.server.json"];
/** Three projects of types at once are slow on a busy machine, and slowness is not a failure. */
const busyMachineMs = 120_000;
let folder = "";

beforeAll(async () => {
  folder = await copyProduct();
  for (const name of [...checkedToo, ...projects])
    await cp(name, join(folder, name), { recursive: true });
  // The copy gets pictures of its own, because the new lesson and the new date need them.
  await rm(join(folder, "public"));
  await cp("public", join(folder, "public"), { recursive: true });
  editLikeAnOwner(folder);
  await run(["scripts/pictures.mjs"]);
}, busyMachineMs);

afterAll(() => rm(folder, { recursive: true }));

test("the edits are ten", () => {
  expect(Object.keys(ownerEdits)).toHaveLength(10);
});

test("after ten edits of an owner the check of content/ finds no mistake", async () => {
  const check =
    'import("#scripts/content/content-mistakes.mjs").then((one) => one.contentMistakes())';
  const { stdout } = await run(["--eval", `${check}.then((all) => console.log(all.join("\\n")))`]);
  expect(stdout.trim()).toBe("");
});

test(
  "after ten edits of an owner lint and types have no complaint",
  async () => {
    const check = ["check", "--error-on-warnings", "content"];
    const types = (project: string) => ["--project", project, "--incremental", "false"];
    await Promise.all([
      runPackage("@biomejs/biome/bin/biome", check),
      ...projects.map((project) => runPackage("typescript/bin/tsc", types(project))),
    ]);
  },
  busyMachineMs,
);

test("after ten edits of an owner the product builds, and serves the new words", async () => {
  await buildProduct(folder);
  const site = await startSite({}, folder);
  const read = async (path: string) => (await fetch(`${site.url}${path}`)).text();
  const landing = await read("/");
  for (const words of [
    "Altas habilidades: a nossa maior oferta do ano",
    "12\u00a0de\u00a0novembro",
    "19h30",
    "R$\u00a064.900,00",
    "Talentos na vida adulta",
    "A aula fica gravada?",
    "Aceito receber notícias da Black AHSD por e-mail e WhatsApp.",
  ])
    expect(landing).toContain(words);
  expect(await read("/politica-privacidade")).toContain("Dúvidas sobre os seus dados?");
  expect(await read("/nao/existe")).toContain("Página não encontrada");
  await site.stop();
});

test("an owner's long lines, other quotes, odd indentation and missing commas have no complaint", async () => {
  makeEdits(folder, [
    {
      file: "hero.ts",
      from: /\n +headline: "([^"]*)",/,
      to: "\n\t\t   headline :   'Um título' ,",
    },
    { file: "footer.ts", from: /"Informações legais",/, to: `"${"muitas palavras ".repeat(30)}"` },
    { file: "launch.ts", from: /\n( +)bonusLimit: 150,/, to: "\n\n\n\n bonusLimit:150," },
  ]);
  await runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "content"]);
});

function runPackage(script: string, args: readonly string[]) {
  return run([resolve("node_modules", script), ...args]);
}

/** Runs Node in the edited copy. A failure shows what was printed. */
async function run(args: readonly string[]) {
  return promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
}
