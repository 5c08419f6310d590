import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findPlace } from "./file-place.ts";
import { writePrivateFile } from "./private-file.ts";

test("export writes a file that only its owner can read, and that is there only when it is complete", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const folder = await temporaryFolder();
  const file = join(folder, "leads.csv");
  writeFileSync(`${file}.part`, "from an interrupted export", { mode: 0o644 });
  expect(await run(["export", file])).toEqual({
    code: 0,
    out: `Leads escritos em ${file}: 1. Só o seu usuário pode ler o arquivo. Ele tem dados pessoais: apague-o quando não precisar mais.\n`,
    err: "",
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe((await run(["export"])).out);
  expect(readdirSync(folder)).toEqual(["leads.csv"]);
});

test("export never takes the place of another file, which may be the store", async () => {
  const { run } = await createOperator();
  const folder = await temporaryFolder();
  const file = join(folder, "leads.sqlite");
  writeFileSync(file, "other");
  expect(await run(["export", file])).toMatchObject({
    code: 1,
    err: `${file} já existe. Escolha outro nome.\n`,
  });
  expect((await run(["export", file, "--replace"])).code).toBe(2);
  expect(readFileSync(file, "utf8")).toBe("other");
  expect((await run(["export", folder])).code).toBe(1);
});

test("a file that came while the export was written stays, and an export that fails leaves nothing", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "leads.csv");
  const exporting = writePrivateFile(file, async (write) => {
    await write("leads");
    writeFileSync(file, "other");
  });
  await expect(exporting).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(file, "utf8")).toBe("other");
  const failing = writePrivateFile(join(folder, "b.csv"), () => Promise.reject(new Error("full")));
  await expect(failing).rejects.toThrow("full");
  expect(readdirSync(folder)).toEqual(["leads.csv"]);
});

test("of two exports to the same name at once, the later one is written whole, and the other fails", async () => {
  const file = join(await temporaryFolder(), "leads.csv");
  let later: Promise<void> | undefined;
  const first = writePrivateFile(file, async (write) => {
    await write("first");
    await new Promise<void>((begun) => {
      later = writePrivateFile(file, async (writeLater) => {
        await writeLater("later");
        begun();
        await first.catch(() => undefined);
        await writeLater(", whole");
      });
    });
  });
  await expect(first).rejects.toMatchObject({ code: "EBUSY" });
  await later;
  expect(readFileSync(file, "utf8")).toBe("later, whole");
});

test.each(["dist", "public", "build", "content", "public/pictures", "dist.next"])(
  "export refuses a file in the published folder %s, also through a link",
  async (published) => {
    const root = await temporaryFolder();
    mkdirSync(join(root, published), { recursive: true });
    symlinkSync(join(root, published), join(root, "linked"));
    for (const folder of [published, "linked"])
      expect(findPlace(join(root, folder, "leads.csv"), { root })).toEqual({
        kind: "unfit",
        line: expect.stringMatching(/pode ir para a internet/),
      });
  },
);

test("export to the folder of the page's words is refused", async () => {
  const { run } = await createOperator();
  expect(await run(["export", "content/leads.csv"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Um arquivo em content\/ pode ir para a internet/),
  });
});

test("export warns of a file that a commit could take up", async () => {
  const { run } = await createOperator();
  const folder = await temporaryFolder();
  execFileSync("git", ["init", "--quiet", folder]);
  writeFileSync(join(folder, ".gitignore"), "*.csv\n");
  expect((await run(["export", join(folder, "leads.csv")])).err).toBe("");
  expect((await run(["export", join(folder, "leads.txt")])).err).toMatch(/^Cuidado: .*leads\.txt/);
});

test("git ignores exports in this repository", () => {
  for (const file of ["leads.csv", "leads.csv.part", "exports/anything", "docs/a.csv"])
    expect(execFileSync("git", ["check-ignore", file], { encoding: "utf8" })).toBe(`${file}\n`);
});

test("export to a folder that does not exist says so", async () => {
  const { run } = await createOperator();
  expect((await run(["export", "/nowhere/at/all/leads.csv"])).err).toBe(
    "A pasta /nowhere/at/all não existe. Crie a pasta, ou escolha outra.\n",
  );
});

test.each(["", "exports/"])(
  "export to %j says that the name of the file is missing",
  async (given) => {
    const { run } = await createOperator();
    expect(await run(["export", given])).toMatchObject({
      code: 1,
      err: "Falta o nome do arquivo. Por exemplo: exports/leads.csv\n",
    });
  },
);

test("export to the folder of the project names this folder", () => {
  expect(findPlace(".")).toEqual({
    kind: "unfit",
    line: `${resolve(".")} existe e não é um arquivo. Escolha outro nome.`,
  });
});
