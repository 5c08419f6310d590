import { execFile } from "node:child_process";
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { commandLine } from "#phrases/command-line.ts";

/** Folders whose files the web can read: no export may go there. `dist.next` counts like `dist`. */
const published = /^(dist|public|build|content)(?!\w)/;

/**
 * Finds the place for a file that only its owner may read, or says why the file may not be written there. A file that is
 * there already is never replaced: it could be the store, or the settings.
 */
export function findPlace(
  given: string,
  root = ".",
): { kind: "place"; path: string } | { kind: "unfit"; line: string } {
  const unfit = (line: string) => ({ kind: "unfit", line }) as const;
  if (given === "" || given.endsWith("/"))
    return unfit("Falta o nome do arquivo. Por exemplo: exports/leads.csv");
  const folder = dirname(resolve(given));
  if (!existsSync(folder)) return unfit(commandLine.noFolder(folder));
  // The real path, because a link could lead into a published folder.
  const path = join(realpathSync(folder), basename(resolve(given)));
  const room = publishedRoom(path, root);
  if (room !== undefined)
    return unfit(
      `Um arquivo em ${room}/ pode ir para a internet, e leads são dados pessoais. Escolha outra pasta, como exports/.`,
    );
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: "place", path };
  const exists = found.isFile() ? "já existe" : "existe e não é um arquivo";
  return unfit(`${path} ${exists}. Escolha outro nome.`);
}

/** The published folder of the project that a file would be in; undefined for a file in no such folder. */
export function publishedRoom(path: string, root = "."): string | undefined {
  const real = join(realpathSync(dirname(path)), basename(path));
  const [room = ""] = relative(realpathSync(root), real).split(sep);
  return published.test(room) ? room : undefined;
}

/** Whether a commit could take up this file. False outside of a repository, and without git. */
export async function couldBeCommitted(path: string): Promise<boolean> {
  const notIgnored = 1;
  return new Promise((resolve) => {
    execFile("git", ["check-ignore", "--quiet", path], { cwd: dirname(path) }, (error) =>
      resolve(error?.code === notIgnored),
    );
  });
}

const onlyOwner = 0o600;

/**
 * Writes a file that only its owner can read, to a place from `findPlace`. The file gets its name when it is complete;
 * until then it is called `<name>.part`.
 */
export async function writePrivateFile(
  path: string,
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`;
  // A part that an interrupted export left has personal data, and perhaps another owner or mode.
  await rm(part, { force: true });
  const file = await open(part, "wx", onlyOwner);
  try {
    await produce((text) => file.appendFile(text));
    await file.sync();
    // It may have come while this file was written.
    if (existsSync(path)) throw Object.assign(new Error(`${path} já existe.`), { code: "EEXIST" });
    await rename(part, path);
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}
