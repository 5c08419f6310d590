import { createHash } from "node:crypto";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

/**
 * Writes a small built site, with just the file that the command `doctor` checks, into a folder that is removed after
 * the test.
 */
export async function builtSite(url: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeSite(folder, url);
  return folder;
}

/** Writes a project whose one source file is published, and returns its folder and the folder of its site. */
export async function publishedSite(url: string): Promise<{ root: string; site: string }> {
  const root = await temporaryFolder();
  const version = join(root, "build/versions/one");
  const words = "words";
  await write(join(root, "content/hero.ts"), words);
  const hash = createHash("sha256").update(words).digest("hex");
  const record = {
    filesFingerprint: "its files",
    paths: ["content"],
    files: { "content/hero.ts": hash },
  };
  await write(join(version, "version.json"), JSON.stringify(record));
  await writeSite(join(version, "dist"), url);
  await symlink("versions/one", join(root, "build/current"));
  return { root, site: join(version, "dist") };
}

async function writeSite(folder: string, url: string): Promise<void> {
  await write(join(folder, "index.html"), `<link rel="canonical" href="${url}/"/>`);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
