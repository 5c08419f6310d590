import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyUntilWait, hour, minute, start } from "#tests/support/copies/copy-until-wait.ts";
import {
  createOperator,
  createOperatorWithBackupFile,
  operatorOf,
} from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findRepeatedCopies, lastBackupAt } from "./late-copies.ts";
import { copyName, copyTime } from "./places.ts";

test.each(engines)(
  "on %s copies are made at once and each full hour, and the oldest goes",
  async (engine) => {
    const operator = await createOperator(engine);
    await operator.signUp({});
    const folder = await temporaryFolder();
    await writeFile(join(folder, "mine.sqlite"), "not ours");
    const at = start + 20 * minute;
    const seen: unknown[] = [];
    const { code, err, out, waits } = await copyUntilWait(operator, [folder, "--keep", "2"], 3, {
      at,
      onWait: async () => seen.push(await timesIn(folder)),
    });
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(waits).toEqual([40 * minute, hour, hour]);
    const [first, second, third] = [at, start + hour, start + 2 * hour];
    expect(seen).toEqual([[first], [first, second], [second, third]]);
    expect(await readdir(folder)).toEqual([...(await copiesIn(folder)), "mine.sqlite"]);
    expect(out.filter((line) => line.includes("Inscrições: 1."))).toHaveLength(3);
    expect(await operator.use(findRepeatedCopies)).toMatchObject([
      { place: folder, everyMs: hour, at: third, provedAt: third, unproved: null },
    ]);
  },
);

test.each(engines)(
  "on %s an erased person is in no copy after the life that is told",
  async (engine) => {
    const operator = await createOperator(engine);
    await operator.signUp({ lead: ana });
    await operator.signUp({ lead: bia });
    const folder = await temporaryFolder();
    const { out } = await copyUntilWait(operator, [folder, "--every", "30m", "--keep", "3"], 4, {
      onWait: async (wait) => {
        if (wait === 1) await operator.run(["erase", bia.email, "--yes"]);
        const names = await copiesWith(folder, bia.name);
        expect(names.map(copyTime), `at wait ${wait}`).toEqual(wait < 4 ? [start] : []);
      },
    });
    expect(out[0]).toContain("em até 90 minutos");
    expect(await copiesIn(folder)).toHaveLength(3);
    expect(await copiesWith(folder, ana.name)).toHaveLength(3);
  },
);

test("a copy that fails is told once and tried again, and removes none", async () => {
  const operator = await createOperator();
  const folder = join(await temporaryFolder(), "disk");
  const { code, err, out, waits } = await copyUntilWait(operator, [folder], 4, {
    onWait: async (wait) => {
      if (wait === 2) await mkdir(folder);
      if (wait === 3) await rm(folder, { recursive: true });
    },
  });
  expect(code).toBe(0);
  expect(waits).toEqual([minute, minute, 58 * minute, minute]);
  expect(err).toHaveLength(2);
  expect(err[0]).toMatch(/A cópia falhou \(o arquivo ou a pasta não existe.*a cada 1 minuto\.$/);
  expect(out.filter((line) => line.includes("Cópia feita e conferida"))).toHaveLength(1);
});

test("a missing or damaged store is reported, and copying goes on", async () => {
  const data = join(await temporaryFolder(), "data");
  const operator = operatorOf({ kind: "sqlite", folder: data });
  const folder = await temporaryFolder();
  const { err, out } = await copyUntilWait(operator, [folder], 3, {
    async onWait(wait) {
      if (wait === 1) await operator.createStore();
      if (wait === 2) await writeFile(join(data, "leads.sqlite"), "no database".repeat(999));
    },
  });
  expect(err).toHaveLength(2);
  expect(err[0]).toContain("Não há leads na pasta");
  expect(err[1]).toContain("A cópia falhou");
  expect(out.filter((line) => line.includes("feita"))).toHaveLength(1);
  expect(await readdir(folder)).toEqual(await copiesIn(folder));
});

test("many starts and a second process take no older copy away", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  await copyUntilWait(operator, [folder, "--keep", "3"], 3);
  for (let restart = 1; restart < 6; restart += 1)
    await copyUntilWait(operator, [folder, "--keep", "3"], 1, {
      at: start + 2 * hour + restart * minute,
    });
  const newest = start + 2 * hour + 5 * minute;
  expect(await timesIn(folder)).toEqual([start, start + hour, newest]);
  // The second process makes its copy in the same second as the first one.
  const again = { at: newest + 1_000 };
  const onWait = async () => {
    const second = await copyUntilWait(operator, [folder, "--keep", "3"], 1, again);
    expect(second.err).toEqual([]);
  };
  await copyUntilWait(operator, [folder, "--keep", "3"], 1, { ...again, onWait });
  expect(await timesIn(folder)).toEqual([start, start + hour, newest + 1_000]);
});

test("what an interrupted copy left goes after a day; other files stay", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  const day = 24 * hour;
  const names = [start, start + 1_000].map((at) => `${copyName(at)}.part-aBc123`);
  for (const name of [...names, "leads.sqlite.part-aBc123"]) await mkdir(join(folder, name));
  await copyUntilWait(operator, [folder], 1, { at: start + day + 500 });
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([false, true]);
  expect(existsSync(join(folder, "leads.sqlite.part-aBc123"))).toBe(true);
});

test.each(engines)("on %s after a backup the store tells when it was made", async (engine) => {
  const { run, use } = await createOperator(engine);
  expect(await use(lastBackupAt)).toBeUndefined();
  const file = join(await temporaryFolder(), "leads.backup");
  expect(await run(["backup", file], { clock: () => 77_000 })).toMatchObject({ code: 0, err: "" });
  expect(await use(lastBackupAt)).toBe(77_000);
});

test("from a folder the newest copy is restored", async () => {
  const operator = await createOperator();
  await operator.signUp({ lead: ana });
  const folder = await temporaryFolder();
  await copyUntilWait(operator, [folder], 1, { at: start - hour });
  await operator.signUp({ lead: bia });
  await copyUntilWait(operator, [folder], 1);
  await mkdir(join(folder, copyName(start + hour)));
  expect(await restoredFrom(folder)).toContain(bia.email);
});

test.each([
  [["file", "--to", "/x"], "não os dois"],
  [[], "incompleto"],
  [["file", "--keep", "3"], "--keep só vale com --to"],
  [["--to", "/x", "--every", "59s"], "não é um intervalo"],
  [["--to", "/x", "--every", "0m"], "não é um intervalo"],
  [["--to", "/x", "--every", "8d"], "não é um intervalo"],
  [["--to", "/x", "--keep", "0"], "--keep"],
  [["--to", "/x", "--keep", "10001"], "--keep"],
])("backup %j is refused, with the reason", async (words, reason) => {
  const { run } = await createOperator();
  expect(await run(["backup", ...words])).toMatchObject({
    code: 2,
    err: expect.stringContaining(reason),
  });
});

test.each([
  ["s3+http://bucket.example.com/copies", "sem criptografia"],
  ["s3+https://id:secret@bucket.example.com/copies", "sem chave nem senha"],
  ["s3+https://bucket.example.com/", "Falta o bucket"],
  ["s3+https://bucket.example.com/copies/a b", "Falta o bucket"],
  ["https://bucket.example.com/copies", "não serve"],
  ["s3+ftp://bucket.example.com/copies", "não serve"],
  ["s3+https://bucket.example.com/copies", "Falta a chave do bucket"],
  ["public", "pode ir para a internet"],
])("copies are not kept at %s", async (to, reason) => {
  const { run } = await createOperator();
  const { code, err } = await run(["backup", "--to", to]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) });
  expect(err).not.toContain("secret");
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

async function timesIn(folder: string): Promise<(number | undefined)[]> {
  return (await copiesIn(folder)).map(copyTime);
}

async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^black-ahsd-.*\.sqlite$/.test(name)).sort();
}

/** The copies in which this text stands, in whatever place of the file. */
async function copiesWith(folder: string, text: string): Promise<string[]> {
  const names = await copiesIn(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return names.filter((_, index) => files[index]?.includes(text));
}

/** Restores from this folder into a new store, and returns its list of leads. */
async function restoredFrom(folder: string): Promise<string> {
  const elsewhere = operatorOf({ kind: "sqlite", folder: await temporaryFolder() });
  const restored = await elsewhere.run(["restore", folder]);
  expect(restored).toMatchObject({ code: 0, err: "" });
  return (await elsewhere.run(["list"])).out;
}
