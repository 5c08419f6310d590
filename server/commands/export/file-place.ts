import { execFile } from "node:child_process";
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { exportLeads as phrases } from "#phrases/commands/export.ts";

/** The folders of the project whose files are published, and their copies, like `dist.next`. */
const published = /^(dist|public|build|content)(?!\w)/;

type Wanted = {
  root?: string;
  /** What is said if the place is in a folder of this name, whose files are published. */
  published?: (folder: string) => string;
  /** What is said if there is a file already. It is never replaced: it could be the store, or the settings. */
  exists?: (file: string) => string;
};

/** Finds the place for a file that only its owner may read, or says why the file may not be written there. */
export function findPlace(
  given: string,
  {
    root = ".",
    published: saidOfPublished = phrases.published,
    exists = phrases.exists,
  }: Wanted = {},
): { kind: "place"; path: string } | { kind: "unfit"; line: string } {
  const namesFolder = given === "" || given.endsWith("/");
  if (namesFolder) return { kind: "unfit", line: phrases.needsName };
  const folder = dirname(resolve(given));
  if (!existsSync(folder)) return { kind: "unfit", line: phrases.noFolder(folder) };
  // The real path, because a link could lead into a published folder.
  const path = join(realpathSync(folder), basename(resolve(given)));
  const room = publishedRoom(path, root);
  if (room !== undefined) return { kind: "unfit", line: saidOfPublished(room) };
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: "place", path };
  return { kind: "unfit", line: found.isFile() ? exists(path) : phrases.noFile(path) };
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
