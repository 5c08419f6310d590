import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyName, copyTime } from "#server/store/backup/places/copy-names.ts";
import { findRepeatedCopies } from "#server/store/backup/repeated-copies.ts";
import { copyUntilWait, hour, minute, start } from "#tests/support/copies/copy-until-wait.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s copies are made at once and then on each full hour, and the oldest is removed after the newest is there",
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
    expect(await operator.use(findRepeatedCopies)).toEqual([
      { place: folder, everyMs: hour, at: start + 2 * hour },
    ]);
  },
);

test.each(engines)(
  "on %s a person who is erased is in no copy any more after the life that the command tells",
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

test("a folder with the name of an old copy is left alone, and copying goes on", async () => {
  const operator = await createOperator();
  await operator.signUp({});
  const folder = await temporaryFolder();
  const old = copyName(start - 99 * hour);
  await mkdir(join(folder, old));
  const { code, err } = await copyUntilWait(operator, [folder, "--keep", "1"], 2);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(await timesIn(folder)).toEqual([start - 99 * hour, start + hour]);
});

test("a copy that fails removes none, is reported once, and is tried again each minute until it succeeds", async () => {
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

test("a store that is not there yet, or that is damaged, is reported, and copying goes on", async () => {
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
  expect(err[0]).toContain("não há leads em");
  expect(err[1]).toContain("A cópia falhou");
  expect(out.filter((line) => line.includes("feita"))).toHaveLength(1);
  expect(await readdir(folder)).toEqual(await copiesIn(folder));
});

test("a process that starts again and again, and a second one, take no older copy away", async () => {
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

test("what an interrupted copy left in the folder is removed after a day, and what belongs to others stays", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  const day = 24 * hour;
  const names = [start, start + 1_000].map((at) => `${copyName(at)}.part-aBc123`);
  for (const name of [...names, "leads.sqlite.part-aBc123"]) await mkdir(join(folder, name));
  await copyUntilWait(operator, [folder], 1, { at: start + day + 500 });
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([false, true]);
  expect(existsSync(join(folder, "leads.sqlite.part-aBc123"))).toBe(true);
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
