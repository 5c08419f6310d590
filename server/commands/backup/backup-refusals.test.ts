import { existsSync } from "node:fs";
import { copyFile, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperator, createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";

test("restore refuses while a server has the store open", async () => {
  const { run, signUp, file, use } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  await use(async () => {
    expect(await run(["restore", file, "--replace"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("está em uso por um servidor ou por outro comando. Pare-o"),
    });
  });
  expect(await run(["restore", file, "--replace"])).toMatchObject({ code: 0 });
});

test("restore refuses a file that is not a backup, and leaves the store unchanged", async () => {
  const { run, signUp, file } = await createOperatorWithBackupFile();
  await signUp({});
  expect((await run(["restore", file])).err).toContain("este arquivo não existe");
  await writeFile(file, "not a database at all".repeat(100));
  expect((await run(["restore", file])).err).toContain(
    "leads.backup: o arquivo não é um banco de dados: file is not a database.",
  );
  await writeFile(file, "");
  expect((await run(["restore", file])).err).toContain("não é uma cópia dos leads");
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("restore refuses a damaged backup", async () => {
  const { run, signUp, file } = await createOperatorWithBackupFile();
  for (let index = 0; index < 50; index += 1)
    await signUp({ lead: { ...bia, name: "x".repeat(1_000) } });
  await run(["backup", file]);
  await damage(file);
  const { code, err } = await run(["restore", file, "--replace"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Não é possível restaurar .*: (a conferência do arquivo diz|database disk image)/,
  );
});

test("backup never overwrites a file, and creates no store", async () => {
  const { run, file, store, createStore } = await createOperatorWithBackupFile();
  expect((await run(["backup", file])).err).toContain("Não há leads na pasta");
  expect(existsSync(join(store.folder, "leads.sqlite"))).toBe(false);
  await createStore();
  await run(["backup", file]);
  expect(await run(["backup", file])).toMatchObject({
    code: 1,
    err: `${file} já existe. Escolha outro nome, ou apague o arquivo.\n`,
  });
  expect(await run(["backup", "/nowhere/at/all.sqlite"])).toMatchObject({
    code: 1,
    err: "A pasta /nowhere/at não existe. Crie a pasta, ou escolha outra.\n",
  });
  expect(await run(["backup", join(file, "in-a-file")])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^O comando backup parou antes do fim \(.*Resolva este problema e rode backup de novo\.\n$/,
    ),
  });
});

test("backup refuses a folder, and a file in a folder that is published", async () => {
  const { run } = await createOperator();
  expect(await run(["backup", "docs"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/docs é uma pasta\. Escreva também o nome do arquivo\.\n$/),
  });
  expect(await run(["backup", "public/leads.sqlite"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Um arquivo em public\/ pode ir para a internet/),
  });
});

test("backup refuses a store if an older copy was put over its file and the log is still there", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  const leads = join(store.folder, "leads.sqlite");
  await signUp({});
  await run(["backup", file]);
  await copyFile(file, leads);
  await writeFile(`${leads}-wal`, "newer sign-ups");
  const { code, err } = await run(["backup", `${file}.later`]);
  expect(code).toBe(1);
  expect(err).toContain("foi sobrescrito");
  expect(existsSync(`${file}.later`)).toBe(false);
});

/** Fills one page in the middle of the file with zeros, as a failing disk does. */
async function damage(file: string): Promise<void> {
  const pageBytes = 4_096;
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(pageBytes), 0, pageBytes, 20 * pageBytes);
  await handle.close();
}
