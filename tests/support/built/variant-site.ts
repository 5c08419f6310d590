import { execFile } from "node:child_process";
import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const sources = [
  "content",
  "event",
  "fake-active-campaign",
  "lead",
  "phrases",
  "package.json",
  "package-lock.json",
  "scripts",
  "server",
  "site",
  "vite.config.ts",
];
/** Folders that the copy of the product only links to, because a build does not write into them. */
const linked = ["node_modules", "public"];

/**
 * Copies the sources of the product into a temporary folder, and returns its path. A test can change and build this
 * copy.
 */
export async function copyProduct(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-variant-"));
  for (const name of sources) await cp(name, join(folder, name), { recursive: true });
  for (const name of linked) await symlink(resolve(name), join(folder, name));
  return folder;
}

export async function buildProduct(
  folder: string,
  settings: Record<string, string> = {},
): Promise<void> {
  const env = { ...process.env, ...settings };
  await promisify(execFile)(process.execPath, ["scripts/build.ts"], { cwd: folder, env });
}
