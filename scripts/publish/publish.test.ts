import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
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

test("a start while the site runs serves nothing, and says what it has published", async () => {
  const project = await projectWith("um");
  await project.write("dois");
  const [first, second] = [await project.startBesideSite(), await project.startBesideSite()];
  expect([first.code, second.code]).toEqual([1, 1]);
  expect(first.output).toMatch(/\nA página nova está publicada\. O site .+ já roda em http:.+\n$/);
  expect(second.output).toMatch(/^O site da Black AHSD já roda em http:.+\n$/);
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

test("another setting neither publishes a withdrawn version nor takes the place of the version before", async () => {
  const project = await projectWith("um", "dois");
  await project.setting("PORT=8080");
  await project.run("build");
  await project.run("ready", "--back");
  expect(await project.published()).toEqual(new Set(["um"]));
  await project.setting("PORT=9090");
  expect((await project.run("start")).output).toMatch(/served: um\n$/);
});

test("ready -- --back without a version before says so, and changes nothing", async () => {
  const project = await projectWith("um");
  const { code, output } = await project.run("ready", "--back");
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("Não há versão anterior"),
  });
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

test("unknown arguments are refused before anything is done", async () => {
  const project = await smallProject();
  await project.write("um");
  const answers = [await project.run("ready", "--bakc"), await project.run("start", "--port=1")];
  expect(answers).toEqual([
    {
      code: 1,
      output: "Este comando não conhece --bakc. O que pode vir depois do nome: --back.\n",
    },
    {
      code: 1,
      output: "Este comando não conhece --port=1: rode sem nada depois do nome.\n",
    },
  ]);
});

test("two starts at once serve the same version, which is built once", async () => {
  const project = await projectWith("um");
  await project.write("dois");
  const starts = await Promise.all([project.run("start"), project.run("start")]);
  const output = starts.map((start) => start.output).join("");
  expect(output.match(/Gerando/g)).toHaveLength(1);
  expect(output.match(/served: dois/g)).toHaveLength(2);
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

test("a file of a file manager among the versions does no harm", async () => {
  const project = await projectWith("um");
  await writeFile(join(project.folder, "build/versions/.DS_Store"), "");
  await project.write("dois");
  expect((await project.run("start")).output).toMatch(/served: dois\n$/);
  expect((await project.run("ready", "--back")).code).toBe(0);
});

test("files, folders and links to nowhere in the place of the links are replaced", async () => {
  const project = await projectWith("um");
  const places = ["build/current", "build/server", "dist"].map((name) =>
    join(project.folder, name),
  );
  for (const put of [
    (place: string) => writeFile(place, ""),
    (place: string) => mkdir(join(place, "inside"), { recursive: true }),
    (place: string) => symlink("nowhere", place),
  ]) {
    for (const place of places) {
      await rm(place);
      await put(place);
    }
    expect((await project.run("start")).output).toBe("served: um\n");
    expect(await project.published()).toEqual(new Set(["um"]));
  }
});

test("a change behind a link in the sources is built, and a link to nowhere does no harm", async () => {
  const project = await smallProject();
  const elsewhere = join(project.folder, "elsewhere");
  await mkdir(elsewhere);
  await symlink(elsewhere, join(project.folder, "content"));
  await symlink("nowhere", join(elsewhere, "broken.ts"));
  await mkdir(join(project.folder, "public"));
  await writeFile(join(project.folder, "shared.jpg"), "one");
  await symlink("../shared.jpg", join(project.folder, "public/linked.jpg"));
  await project.write("um");
  await project.run("build");
  await writeFile(join(project.folder, "shared.jpg"), "two");
  expect((await project.run("start")).output).toMatch(/^Gerando[\s\S]*served: um\n$/);
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
