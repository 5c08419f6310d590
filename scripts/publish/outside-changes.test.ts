import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeVite } from "#tests/support/publish/fake-vite.ts";
import { type SmallProject, smallProject } from "#tests/support/publish/small-project.ts";

test("words that are saved during the build are checked and built before anything is published", async () => {
  const project = await publishedProject("um");
  await saveDuringBuild(project, "dois");
  expect((await project.run("ready")).code).toBe(0);
  expect(await project.published()).toEqual(new Set(["dois"]));

  await saveDuringBuild(project, "um ERRO");
  const { code, output } = await project.run("ready");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("há um ERRO") });
  expect(await project.published()).toEqual(new Set(["dois"]));
});

test("words that never stop changing are not published", async () => {
  const project = await publishedProject("um");
  await buildWith(
    project,
    `writeFileSync("content/hero.ts", "palavra " + Math.random()); ${compile}`,
  );
  await project.write("dois");
  const { code, output } = await project.run("ready");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("mudaram") });
  expect(await project.published()).toEqual(new Set(["um"]));
});

test("a file of a file manager among the versions does no harm", async () => {
  const project = await publishedProject("um");
  await writeFile(join(project.folder, "build/versions/.DS_Store"), "");
  await project.write("dois");
  expect((await project.run("start")).output).toMatch(/served: dois\n$/);
  expect((await project.run("ready", "--back")).code).toBe(0);
});

test("a version whose record is damaged is built again", async () => {
  const project = await publishedProject("um");
  const [version = ""] = await readdir(join(project.folder, "build/versions"));
  await writeFile(join(project.folder, "build/versions", version, "version.json"), "");
  expect((await project.run("start")).output).toMatch(/served: um\n$/);
});

test("files, folders and links to nowhere in the place of the links are replaced", async () => {
  const project = await publishedProject("um");
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

async function publishedProject(words: string): Promise<SmallProject> {
  const project = await smallProject();
  await project.write(words);
  await project.run("build");
  return project;
}

const compile = `await import("./compile.js");`;

/** Makes the next build save these words when it begins. */
async function saveDuringBuild(project: SmallProject, words: string): Promise<void> {
  await project.write(`${words} antes`);
  await writeFile(join(project.folder, "saved-later"), words);
  const save = `if (existsSync("saved-later")) renameSync("saved-later", "content/hero.ts");`;
  await buildWith(project, `${save} ${compile}`);
}

async function buildWith({ folder }: SmallProject, program: string): Promise<void> {
  const bin = join(folder, "node_modules/vite/bin");
  await rename(join(bin, "vite.js"), join(bin, "replaced.js"));
  await writeFile(join(bin, "compile.js"), fakeVite);
  const tools = `import { existsSync, renameSync, writeFileSync } from "node:fs";`;
  await writeFile(join(bin, "vite.js"), `${tools}\n${program}`);
}
