import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SmallProject, smallProject } from "#tests/support/publish/small-project.ts";

const stays = "NADA FOI PUBLICADO: a versão que já estava publicada continua.";
const notYours = /ATENÇÃO: as suas mudanças NÃO foram publicadas.[^\n]+\nserved: boas palavras\n$/;
const withdrawn = "ATENÇÃO: você retirou a versão que está nos arquivos";

test.each([
  { fault: "ERRO", reason: "content/hero.ts: há um ERRO.\n" },
  { fault: "SEM IMAGEM", reason: "Uma imagem ainda não foi feita.\n" },
  { fault: "QUEBRA", reason: "Error: the build fails" },
])(
  "after a failed build ($fault) the reason is printed, and the published page stays, also for the next start",
  async ({ fault, reason }) => {
    const project = await projectWith("boas palavras");
    await project.write(`palavras com ${fault}`);
    const ready = await project.run("ready");
    expect(ready).toMatchObject({ code: 1, output: expect.stringContaining(stays) });
    const start = await project.run("start");
    expect(start.output).toMatch(notYours);
    expect(start.output).toContain(reason);
    expect(await project.published()).toEqual(new Set(["boas palavras"]));
  },
);

test("without new packages a start serves the published page all the same", async () => {
  const project = await projectWith("boas palavras");
  await project.needUnreachablePackages();
  const ready = await project.run("ready");
  expect(ready).toMatchObject({ code: 1, output: expect.stringContaining(stays) });
  const start = await project.run("start");
  expect(start.output).toContain("npm error network\nNão foi possível instalar os pacotes");
  expect(start.output).toMatch(notYours);
});

test("without a published version a failed build ends start and ready with 1", async () => {
  const project = await smallProject();
  await project.write("palavras com QUEBRA");
  for (const program of ["start", "ready"]) {
    const { code, output } = await project.run(program);
    expect(code).toBe(1);
    expect(output).toContain("ainda não há nenhuma versão publicada");
    expect(output).not.toContain("served");
  }
});

test("a start without changes builds nothing, and a change builds once", async () => {
  const project = await projectWith("um");
  expect((await project.run("start")).output).toBe("served: um\n");
  await project.write("dois");
  expect((await project.run("start")).output).toMatch(/^Gerando .+\nserved: dois\n$/);
  expect((await project.run("start")).output).toBe("served: dois\n");
});

test("another address builds nothing for a start, and is built into the pages of a static host", async () => {
  const project = await projectWith("um");
  await writeFile(join(project.folder, ".env"), "SITE_URL=https://um.example\n");
  expect((await project.run("start")).output).toBe("served: um\n");
  expect((await project.run("build")).output).toMatch(/^Gerando /);
  expect((await project.run("build")).output).toBe("");
});

test("ready -- --back publishes the version before, and start does not publish the withdrawn one again", async () => {
  const project = await projectWith("um", "dois");
  expect(await project.run("ready", "--back")).toMatchObject({ code: 0 });
  const start = await project.run("start");
  expect(start.output).toContain(withdrawn);
  expect(start.output).toMatch(/served: um\n$/);
  expect((await project.run("ready", "--back")).code).toBe(1);
  expect(await project.published()).toEqual(new Set(["um"]));
});

test("a withdrawn version is published again by ready, and a change of the sources by start", async () => {
  const project = await projectWith("um", "dois");
  await project.run("ready", "--back");
  await project.run("ready");
  expect((await project.run("start")).output).toBe("served: dois\n");
  await project.run("ready", "--back");
  await project.write("três");
  expect((await project.run("start")).output).toMatch(/served: três\n$/);
  await project.run("ready", "--back");
  expect(await project.published()).toEqual(new Set(["um"]));
});

test("only the published version and the one before are kept", async () => {
  const project = await projectWith("um", "dois", "três");
  await project.write("palavras com QUEBRA");
  await project.run("build");
  await project.write("quatro");
  await project.run("build");
  expect(await project.versions()).toBe(2);
  await project.run("ready", "--back");
  expect(await project.published()).toEqual(new Set(["três"]));
});

test("two starts at once serve the same version, which is built once", async () => {
  const project = await projectWith("um");
  await project.write("dois");
  const starts = await Promise.all([project.run("start"), project.run("start")]);
  const output = starts.map((start) => start.output).join("");
  expect(output.match(/Gerando/g)).toHaveLength(1);
  expect(output.match(/served: dois/g)).toHaveLength(2);
});

test("a start takes the lock of a process that died", async () => {
  const project = await projectWith("um");
  await mkdir(join(project.folder, "build/.lock"));
  await utimes(join(project.folder, "build/.lock"), 0, 0);
  expect((await project.run("start")).output).toMatch(/served: um\n$/);
});

test("words that are saved during the build are not published until the command is run again", async () => {
  const project = await projectWith("um");
  await project.write("dois");
  await writeFile(join(project.folder, "saved-later"), "três");
  const asked =
    "Os arquivos mudaram enquanto a página era gerada. Espere até que todos estejam salvos e rode o comando de novo.";
  const { code, output } = await project.run("ready");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(asked) });
  expect(await project.published()).toEqual(new Set(["um"]));
  expect((await project.run("ready")).code).toBe(0);
  expect(await project.published()).toEqual(new Set(["três"]));
});

/** A project that has published a version with each of these words, one after the other. */
async function projectWith(...allWords: string[]): Promise<SmallProject> {
  const project = await smallProject();
  for (const words of allWords) {
    await project.write(words);
    await project.run("build");
  }
  return project;
}
