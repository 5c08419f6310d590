import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

/**
 * Writes a small built site, with just the files that the command `doctor` checks, into a folder that is removed after
 * the test.
 */
export async function builtSite(url: string, fonts = ["besley-1.woff2"]): Promise<string> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const page = `<link rel="canonical" href="${url}/"/><link rel="preload" href="/assets/besley-1.woff2"/>`;
  await writeFile(join(store.folder, "index.html"), page);
  await mkdir(join(store.folder, "assets"));
  for (const font of fonts) await writeFile(join(store.folder, "assets", font), "font");
  return store.folder;
}
