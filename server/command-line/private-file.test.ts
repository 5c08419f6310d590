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
import { findPlace, writePrivateFile } from "./private-file.ts";

test("an export is there for its owner alone, and only when it is complete", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const folder = await temporaryFolder();
  const file = join(folder, "leads.csv");
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
  const file = join(await temporaryFolder(), "leads.sqlite");
  writeFileSync(file, "other");
  expect(await run(["export", file])).toMatchObject({
    code: 1,
    err: `${file} já existe. Escolha outro nome.\n`,
  });
  expect((await run(["export", file, "--replace"])).code).toBe(2);
  expect(readFileSync(file, "utf8")).toBe("other");
});

test("a file that came while the export was written stays as it is", async () => {
  const file = join(await temporaryFolder(), "leads.csv");
  const exporting = writePrivateFile(file, (part) => {
    writeFileSync(part, "leads");
    writeFileSync(file, "other");
  });
  await expect(exporting).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(file, "utf8")).toBe("other");
});

test.each(["build", "content", "public/pictures", "dist.next"])(
  "no export goes into the published folder %s, nor through a link",
  async (published) => {
    const root = await temporaryFolder();
    mkdirSync(join(root, published), { recursive: true });
    symlinkSync(join(root, published), join(root, "linked"));
    for (const folder of [published, "linked"])
      expect(findPlace(join(root, folder, "leads.csv"), root)).toEqual({
        kind: "unfit",
        line: expect.stringMatching(/pode ir para a internet/),
      });
  },
);

test.each([
  ["/nowhere/leads.csv", "A pasta /nowhere não existe. Crie a pasta, ou escolha outra.\n"],
  ["", "Falta o nome do arquivo. Por exemplo: exports/leads.csv\n"],
  ["exports/", "Falta o nome do arquivo. Por exemplo: exports/leads.csv\n"],
  [".", `${resolve(".")} existe e não é um arquivo. Escolha outro nome.\n`],
])("export to %j is refused", async (given, line) => {
  const { run } = await createOperator();
  const { code, err } = await run(["export", given]);
  expect({ code, err: err.slice(0, line.length) }).toEqual({ code: 1, err: line });
});

test("git ignores exports in this repository", () => {
  for (const file of ["leads.csv", "leads.csv.part-Ab3dEf/part", "exports/anything", "docs/a.csv"])
    expect(execFileSync("git", ["check-ignore", file], { encoding: "utf8" })).toBe(`${file}\n`);
});
