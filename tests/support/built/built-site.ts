import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

/**
 * Writes a small built site, with just the file that the command `doctor` checks, into a folder that is removed after
 * the test.
 */
export async function builtSite(url: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "index.html"), `<link rel="canonical" href="${url}/"/>`);
  return folder;
}
