import { execFile } from "node:child_process";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readLastCopy } from "#server/copies/facts.ts";
import type { Store } from "#server/store/open-store.ts";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana } from "#tests/support/people.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findProgram } from "./programs.ts";

const withRestic = test.skipIf(findProgram("restic") === undefined);
const execute = promisify(execFile);

/** The files that a backup run leaves in its folder besides copies: its lock, and restic's encrypted cache. */
const noCopy = ["lock", "restic"];

withRestic("restic has a copy that comes back, and nothing lies about", async () => {
  const operator = await createOperator();
  await operator.signUp({ lead: ana });
  const copies = await startCopies(operator.store);
  await copies.make();
  const listed = JSON.parse((await copies.restic(["snapshots", "--json"])).stdout);
  expect(listed).toMatchObject([{ hostname: "black-ahsd", tags: ["black-ahsd"] }]);
  expect(await operator.use(readLastCopy)).toEqual({
    at: expect.any(Number),
    failure: null,
    provedAt: expect.any(Number),
  });
  expect(await copies.inFolder()).toEqual(noCopy);
});

withRestic("a repository with damaged bytes is told, at restic check", async () => {
  const operator = await createOperator();
  const copies = await startCopies(operator.store);
  // In one hour a new copy replaces the first. The damaged copy must stay, so it is dated to another hour.
  const earlier = ["--time", "2026-01-01 12:00:00", "--host", "black-ahsd", "--tag", "black-ahsd"];
  await copies.restic(["backup", ...earlier, "package-lock.json"]);
  await damage(copies.repository);
  const failure = "restic check";
  await expect(copies.make()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`A cópia parou em: ${failure}.`),
  });
  expect(await operator.use(readLastCopy)).toEqual({ at: null, failure, provedAt: null });
  expect(await copies.inFolder()).toEqual(["checked", ...noCopy]);
});

/** Creates an empty repository in a folder, and runs deploy/backup with this store and this repository. */
async function startCopies(store: Store) {
  const repository = join(await temporaryFolder(), "repository");
  const folder = await temporaryFolder();
  const programs = [dirname(process.execPath), process.env["PATH"]];
  const env = {
    ...blankSettings,
    PATH: programs.join(delimiter),
    ...(store.kind === "sqlite" && { DATA_DIR: store.folder }),
    CACHE_DIRECTORY: folder,
    RESTIC_REPOSITORY: repository,
    RESTIC_PASSWORD: "a-password",
    RESTIC_CACHE_DIR: join(folder, "restic"),
  };
  const restic = (args: string[]) => execute("restic", args, { env });
  await restic(["init"]);
  return {
    repository,
    restic,
    make: () => execute(join("deploy", "backup"), { env }),
    inFolder: async () => (await readdir(folder)).sort(),
  };
}

/** Overwrites the largest file, which holds contents; the other files hold the names of the copied files. */
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
  // restic's files are read-only, so the file is deleted first.
  await rm(largest.file);
  await writeFile(largest.file, Buffer.alloc(largest.size));
}
