import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { commandLine } from "#phrases/command-line.ts";

/**
 * Folders whose files anybody can read on the web: files with leads must not be there. `dist.next` counts like `dist`.
 */
const published = /^(dist|public|build|content)(?!\w)/;

/**
 * Returns the path for a file that only its owner may read, or says why the file may not be written there. An existing
 * file is never replaced: it could be the store, or the settings.
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
  // Uses the real path, because a symbolic link could lead into a published folder.
  const path = join(realpathSync(folder), basename(resolve(given)));
  const [room = ""] = relative(realpathSync(root), path).split(sep);
  if (published.test(room))
    return unfit(
      `Um arquivo em ${room}/ pode ir para a internet, e leads são dados pessoais. Escolha outra pasta, como exports/.`,
    );
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: "place", path };
  const exists = found.isFile() ? "já existe" : "existe e não é um arquivo";
  return unfit(`${path} ${exists}. Escolha outro nome.`);
}

const onlyOwner = 0o600;

/**
 * Writes a file that only its owner can read, at a path from `findPlace`. The file gets its name only when it is
 * complete and on the disk.
 */
export async function writePrivateFile(
  path: string,
  write: (part: string) => Promise<void> | void,
): Promise<void> {
  // A temporary folder for this file alone, so that two commands with the same file name never write the same file.
  // Other users cannot read the folder.
  const folder = mkdtempSync(`${path}.part-`);
  const part = join(folder, "part");
  try {
    await write(part);
    chmodSync(part, onlyOwner);
    sync(part);
    // Another process may have created the file while this file was written.
    if (existsSync(path)) throw Object.assign(new Error(`${path} já existe.`), { code: "EEXIST" });
    renameSync(part, path);
    sync(dirname(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Waits until a file, or the names in a folder, are on the disk. Do not call this for a file that SQLite has open:
 * closing the file here would end SQLite's locks.
 */
export function sync(path: string): void {
  const opened = openSync(path, "r");
  fsyncSync(opened);
  closeSync(opened);
}
