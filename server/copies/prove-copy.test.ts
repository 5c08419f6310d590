import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { erasePerson } from "#server/store/erasure/erasure.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import {
  type Copying,
  copyUntilWait,
  hour,
  minute,
  start,
} from "#tests/support/copies/copy-until-wait.ts";
import { bucketKeys, startFakeBucket } from "#tests/support/copies/fake-bucket.ts";
import {
  createOperator,
  type Operator,
  operatorOf,
  settingsOf,
} from "#tests/support/operator/operator.ts";
import { ana, bia, caio, people } from "#tests/support/people.ts";
import { type Engine, engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findRepeatedCopies } from "./late-copies.ts";
import { copyName, newestFirst } from "./places.ts";

/** Proves before each copy. */
const often = ["--prove", "1m", "--keep", "99"];

test.each([
  ["sqlite", "folder"],
  ["sqlite", "bucket"],
  ["postgres", "folder"],
  ["postgres", "bucket"],
] as const)(
  "on %s a good copy in a %s is proved, whatever comes after it",
  async (engine, kind) => {
    const place = await openTestPlace(kind);
    const operator = await operatorWith(engine, 60);
    const group = { link: "before", members: 1_024, stop_at: 950, opened_at: 1, closed_at: null };
    await operator.use((database) => database.insertInto("groups").values(group).execute());
    const { code, out, err } = await copyUntilWait(operator, [place.address, ...often], 4, {
      onWait: (wait, now) =>
        operator.use(async (database) => {
          // What is erased, signs up, is derived, delivered and replaced after a copy is no difference.
          await database
            .updateTable("groups")
            .set({ link: `after ${wait}` })
            .execute();
          const { email } = people(60)[wait] ?? ana;
          await erasePerson(database, email, now);
          await operator.signUp({ lead: bia, receivedAt: now + wait * minute });
          if (wait === 2) await deriveLeads(database, now + 30 * minute);
          await database
            .updateTable("deliveries")
            .set({ state: "parked", updated_at: now })
            .execute();
        }),
    });
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.filter((line) => line.includes("Cópia provada"))).toHaveLength(4);
    expect(await known(operator)).toMatchObject({ provedAt: start + 3 * hour, unproved: null });
    expect(await leftIn(operator)).toEqual([]);
  },
);

type Damaging = { bytes: Buffer; older: Buffer };

const otherTables = "não pode ser restaurada (ela tem outras tabelas";

const damages: [string, (copy: Damaging) => Buffer | Promise<Buffer>, string][] = [
  ["cut in half", ({ bytes }) => bytes.subarray(0, bytes.length / 2), "não pode ser restaurada"],
  ["empty", () => Buffer.alloc(0), "não é uma cópia dos leads"],
  ["an older one under its name", ({ older }) => older, "faltam ou diferem 1 de 61 inscrições"],
  ["of another launch", () => copyOfAnother(), "é de outro banco"],
  ["with one letter of a name changed", ({ bytes }) => flipped(bytes), "1 de 61 inscrições"],
  ["without one delivery", changed("delete from deliveries where lead_id = 1"), "1 de 1 entregas"],
  ["without a table", changed("drop table deliveries"), "faltam as tabelas deliveries"],
  ["of an older layout", changed("alter table leads drop column phone"), otherTables],
];

test.each(damages)("a copy in a folder that is %s is found", async (_, damage, why) => {
  await expectFound("folder", damage, why);
});

test.each(damages.slice(0, 1))("a copy in a bucket that is %s is found", async (_, damage, why) => {
  await expectFound("bucket", damage, why);
});

async function expectFound(
  kind: "folder" | "bucket",
  damage: (copy: Damaging) => Buffer | Promise<Buffer>,
  why: string,
) {
  const place = await openTestPlace(kind);
  const operator = await operatorWith("sqlite", 60);
  await operator.use(deliverFirst);
  const states: unknown[] = [];
  const { code, err, out } = await copyUntilWait(operator, [place.address, ...often], 4, {
    async onWait(wait) {
      states.push((await known(operator))?.unproved);
      if (wait === 1) await operator.signUp({ lead: caio, receivedAt: start + minute });
      if (wait !== 2) return;
      const [newest = "", oldest = ""] = await place.names();
      const copy = { bytes: await place.read(newest), older: await place.read(oldest) };
      await place.write(newest, await damage(copy));
    },
  });
  expect(code).toBe(0);
  // The copy that was damaged is found at the next round, and the copy of that round is proved at the one after it.
  expect(states).toEqual([null, null, expect.stringContaining(why), null]);
  expect(err).toEqual([expect.stringContaining(why)]);
  expect(`${err}${out}`).not.toMatch(/example\.com/);
  expect(await leftIn(operator)).toEqual([]);
}

test.each(engines)("on %s a bad copy pushes no good one out", async (engine) => {
  const place = await openTestPlace("folder");
  const operator = await operatorWith(engine, 3);
  const seen: string[][] = [];
  await copyUntilWait(operator, [place.address, "--keep", "2"], 6, {
    async onWait(wait) {
      const names = await place.names();
      seen.push(names.toReversed());
      if (wait >= 2 && wait < 5) await place.write(names[0] ?? "", Buffer.alloc(9));
    },
  });
  const all = [...new Set(seen.flat())];
  const good = all[0];
  expect(seen.slice(0, 5)).toEqual([
    [good],
    [good, all[1]],
    [good, all[1], all[2]],
    [good, all[2], all[3]],
    [good, all[3], all[4]],
  ]);
  // A good one is proved again: two stay, as usual.
  expect(seen[5]).toEqual([all[4], all[5]]);
});

test.each(["folder", "bucket"] as const)(
  "a %s that lost its copies gets none until that is meant so",
  async (kind) => {
    const place = await openTestPlace(kind);
    const operator = await operatorWith("sqlite", 3);
    const { err, waits } = await copyUntilWait(operator, [place.address], 3, {
      onWait: (wait) => (wait === 1 ? place.empty() : undefined),
    });
    expect(waits).toEqual([hour, minute, minute]);
    expect(err).toEqual([expect.stringContaining("talvez o disco não esteja montado")]);
    expect(await place.names()).toEqual([]);
    expect((await known(operator))?.unproved).toContain("talvez o disco não esteja montado");
    await operator.run(["backup", "--to", place.address, "--forget"], withKeys(operator));
    const again = await copyUntilWait(operator, [place.address], 1);
    expect(again.err).toEqual([]);
    expect(await place.names()).toHaveLength(1);
  },
);

test("a place that does not open is told when a proof is due", async () => {
  const bucket = await startFakeBucket();
  const operator = await operatorWith("sqlite", 3);
  await copyUntilWait(operator, [bucket.address, ...often], 1);
  const keys = { ...bucketKeys, AWS_SECRET_ACCESS_KEY: "another" };
  await copyUntilWait(operator, [bucket.address, ...often], 1, { keys, at: start + hour });
  expect((await known(operator))?.unproved).toContain("SignatureDoesNotMatch");
});

test.each(["folder", "bucket"] as const)(
  "without room for it no proof of a copy in a %s begins",
  async (kind) => {
    const place = await openTestPlace(kind);
    const operator = await operatorWith("sqlite", 3);
    await copyUntilWait(operator, [place.address], 1);
    const size = (await place.read((await place.names())[0] ?? "")).length;
    const needed = 2 * size + 64 * 1024 * 1024;
    for (const [at, free, why] of [
      [start + hour, needed, null],
      [start + 2 * hour, needed - 1, expect.stringContaining("falta espaço para a prova")],
    ] as const) {
      const freeBytes = () => Promise.resolve(free);
      const cramped: Operator = {
        ...operator,
        run: (words, io) => operator.run(words, { ...io, freeBytes }),
      };
      await copyUntilWait(cramped, [place.address, ...often], 1, { at });
      expect((await known(operator))?.unproved).toEqual(why);
    }
  },
);

test("once a day is enough, and a restart proves nothing again", async () => {
  const place = await openTestPlace("folder");
  const operator = await operatorWith("sqlite", 3);
  const proofs = ({ out }: Copying) => out.filter((line) => line.includes("provada")).length;
  expect(proofs(await copyUntilWait(operator, [place.address], 24))).toBe(1);
  const at = start + 24 * hour;
  expect(proofs(await copyUntilWait(operator, [place.address], 1, { at: at - 1 }))).toBe(0);
  expect(proofs(await copyUntilWait(operator, [place.address], 3, { at }))).toBe(1);
});

test.each(engines)("on %s a restore is no false alarm", async (engine) => {
  const place = await openTestPlace("folder");
  const operator = await operatorWith(engine, 3);
  await copyUntilWait(operator, [place.address, ...often], 1);
  await operator.signUp({ lead: bia, receivedAt: start + minute });
  await copyUntilWait(operator, [place.address, ...often], 1, { at: start + hour });
  const [, older = ""] = await place.names();
  const restored = operatorOf({ kind: "sqlite", folder: await temporaryFolder() });
  await restored.run(["restore", join(place.address, older)], { clock: () => start + 2 * hour });
  await restored.signUp({ lead: ana, receivedAt: start + 2 * hour });
  // The copies that are in the place hold a sign-up with the same number that is not in this store any more.
  const { err } = await copyUntilWait(restored, [place.address, ...often], 3, {
    at: start + 3 * hour,
  });
  expect(err).toEqual([]);
  expect(await known(restored)).toMatchObject({ provedAt: start + 5 * hour, unproved: null });
});

/** As many people have signed up, and all but the last two are derived. */
async function operatorWith(engine: Engine, count: number): Promise<Operator> {
  const operator = await createOperator(engine);
  const signUps = people(count).map(
    (lead) => ({ lead, surface: "popup", receivedAt: 100 }) as const,
  );
  await operator.use(async (database) => {
    await appendSubmissions(database, signUps.slice(0, -2));
    await deriveLeads(database, 200);
    await appendSubmissions(database, signUps.slice(-2));
  });
  return operator;
}

async function deliverFirst(database: Database): Promise<void> {
  await database
    .updateTable("deliveries")
    .set({ state: "delivered", contact_id: "9", due_at: null, updated_at: 300 })
    .where("lead_id", "=", 1)
    .execute();
}

async function known({ use }: Operator) {
  return (await use(findRepeatedCopies))[0];
}

function withKeys({ store }: Operator) {
  return { readConfig: () => settingsOf(store, bucketKeys) };
}

/** What a proof has left beside the store. */
async function leftIn({ store }: Operator): Promise<string[]> {
  if (store.kind === "postgres" || !existsSync(store.folder)) return [];
  return (await readdir(store.folder)).filter((name) => !name.startsWith("leads.sqlite"));
}

type TestPlace = {
  address: string;
  /** The newest first. */
  names(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  write(name: string, bytes: Buffer): Promise<void>;
  empty(): Promise<void>;
};

async function openTestPlace(kind: "folder" | "bucket"): Promise<TestPlace> {
  if (kind === "bucket") {
    const { address, files } = await startFakeBucket();
    return {
      address,
      names: async () => newestFirst([...files.keys()].map((key) => key.replace("launch/", ""))),
      read: async (name) => files.get(`launch/${name}`) ?? Buffer.alloc(0),
      write: async (name, bytes) => void files.set(`launch/${name}`, bytes),
      empty: async () => files.clear(),
    };
  }
  const address = join(await temporaryFolder(), "copies");
  await mkdir(address);
  return {
    address,
    names: async () => newestFirst(await readdir(address)),
    read: (name) => readFile(join(address, name)),
    write: (name, bytes) => writeFile(join(address, name), bytes),
    async empty() {
      for (const name of await readdir(address)) await rm(join(address, name));
    },
  };
}

/** No index holds names, so SQLite's own check sees nothing. */
function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(caio.name);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Changes the rows of a copy by a program that is not ours. */
function changed(statement: string): (copy: Damaging) => Promise<Buffer> {
  return async ({ bytes }) => {
    const path = join(await temporaryFolder(), copyName(0));
    await writeFile(path, bytes);
    const file = new Sqlite(path);
    file.exec(statement);
    file.close();
    return readFile(path);
  };
}

async function copyOfAnother(): Promise<Buffer> {
  const other = operatorOf({ kind: "sqlite", folder: await temporaryFolder() });
  await other.createStore();
  const file = join(await temporaryFolder(), "copy.sqlite");
  await other.run(["backup", file]);
  return readFile(file);
}
