import { execFile } from "node:child_process";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readLastCopy } from "#server/copies/facts.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Store } from "#server/store/open-store.ts";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { postgresDatabase, sqliteFolder } from "#tests/support/faults/store.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findServer } from "./programs.ts";

const program = await findServer("restic");
const withRestic = test.skipIf(program === undefined);
const execute = promisify(execFile);

/** What a run leaves in its folder: its lock, and what restic remembers, encrypted. */
const noCopy = ["lock", "restic"];

withRestic.each(engines)("restic has a copy of %s, and nothing lies about", async (engine) => {
  const operator = await createOperator(engine);
  await operator.signUp({ lead: ana });
  const copies = await startCopies(operator.store);
  await copies.make();
  expect(await copies.listed()).toMatchObject([{ hostname: "black-ahsd", tags: ["black-ahsd"] }]);
  expect(await operator.use(readLastCopy)).toEqual({
    at: expect.any(Number),
    failure: null,
    provedAt: expect.any(Number),
  });
  expect(await copies.inFolder()).toEqual(noCopy);
});

withRestic.each([
  ["with damaged bytes", "restic check", damage, ["checked", ...noCopy]],
  ["that is gone", "restic unlock", (folder: string) => rm(folder, { recursive: true }), noCopy],
])("a repository %s is told, at %s", async (_, step, harm, left) => {
  const operator = await createOperator();
  const copies = await startCopies(operator.store);
  // The first copy of an hour makes way for the next one: only that of another hour stays with its damage.
  const earlier = ["--time", "2026-01-01 12:00:00", "--host", "black-ahsd", "--tag", "black-ahsd"];
  await copies.restic(["backup", ...earlier, "package-lock.json"]);
  await harm(copies.repository);
  await expect(copies.make()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`A cópia parou em: ${step}.`),
  });
  expect(await operator.use(readLastCopy)).toEqual({ at: null, failure: step, provedAt: null });
  expect(await copies.inFolder()).toEqual(left);
});

withRestic("a copy comes back into SQLite, without who was erased since", async () => {
  const { store, file } = await copyBeforeErasure();
  const { stdout } = await leads(store, ["restore", file, "--replace"]);
  expect(stdout).toContain("pessoas apagadas de novo: 1.");
  expect(await peopleIn(store)).toEqual([ana.email]);
});

withRestic("a copy comes into Postgres, without who was erased since", async () => {
  const { store, file } = await copyBeforeErasure();
  const other = { kind: "postgres", url: await postgresDatabase() } as const;
  await leads(other, ["restore", file]);
  const { stdout } = await leads(other, ["restore", "--erased", sqliteFile(store.folder)]);
  expect(stdout).toBe("Pessoas apagadas de novo: 1.\n");
  expect(await peopleIn(other)).toEqual([ana.email]);
});

/** An empty repository in a folder, and what deploy/backup does with this store and with it. */
async function startCopies(store: Store) {
  const repository = join(await temporaryFolder(), "repository");
  const folder = await temporaryFolder();
  const settings = {
    ...settingsOf(store),
    CACHE_DIRECTORY: folder,
    RESTIC_REPOSITORY: repository,
    RESTIC_PASSWORD: "a-password",
    RESTIC_CACHE_DIR: join(folder, "restic"),
  };
  const restic = (args: string[]) => execute("restic", args, { env: settings });
  await restic(["init"]);
  return {
    repository,
    restic,
    make: () => execute(join("deploy", "backup"), { env: settings }),
    inFolder: async () => (await readdir(folder)).sort(),
    listed: async () => JSON.parse((await restic(["snapshots", "--json"])).stdout),
    async bringBack() {
      const target = await temporaryFolder();
      await restic(["restore", "latest", "--target", target]);
      return join(target, "copia.sqlite");
    },
  };
}

/** Runs a command of the built product on this store. */
function leads(store: Store, args: string[]) {
  return execute(process.execPath, ["build/server/cli.js", ...args], { env: settingsOf(store) });
}

function settingsOf(store: Store): Record<string, string> {
  const programs = [dirname(program?.file ?? ""), dirname(process.execPath), process.env["PATH"]];
  const place = store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
  return { ...blankSettings, PATH: programs.join(delimiter), ...place };
}

/** Ana and Bia are in the copy. Later Bia was erased, and Caio has come. */
async function copyBeforeErasure() {
  const store = { kind: "sqlite", folder: await sqliteFolder() } as const;
  const operator = operatorOf(store);
  for (const lead of [ana, bia]) await operator.signUp({ lead });
  const copies = await startCopies(store);
  await copies.make();
  await leads(store, ["erase", bia.email, "--yes"]);
  await operator.signUp({ lead: caio });
  return { store, file: await copies.bringBack() };
}

async function peopleIn(store: Store): Promise<string[]> {
  const { stdout } = await leads(store, ["list"]);
  return [ana, bia, caio].map(({ email }) => email).filter((email) => stdout.includes(email));
}

/** Overwrites the largest file with contents; the others hold the names of what was copied. */
async function damage(repository: string): Promise<void> {
  const names = await readdir(join(repository, "data"), { recursive: true });
  const files = names.map((name) => join(repository, "data", name));
  const sizes = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file);
      return { file, size: found.isFile() ? found.size : 0 };
    }),
  );
  const [largest] = sizes.sort((one, other) => other.size - one.size);
  if (largest === undefined) throw new Error("The repository has no file with contents.");
  // restic lets nobody write to its files.
  await rm(largest.file);
  await writeFile(largest.file, Buffer.alloc(largest.size));
}
