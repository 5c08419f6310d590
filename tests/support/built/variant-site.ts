import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type RunningSite, startSite } from "./running-site.ts";

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
/** The folders that the copy of the product only links to, because a build does not write into them. */
const linked = ["node_modules", "public"];

export type Change = { file: string; from: string | RegExp; to: string };

/** Builds and starts the product with one line of its content changed. */
export async function startVariant({ file, from, to }: Change): Promise<RunningSite> {
  const folder = await copyProduct();
  const text = await readFile(join(folder, file), "utf8");
  if (text.split(from).length < 2)
    throw new Error(`${file} does not contain "${from}": give a text that it contains.`);
  await writeFile(join(folder, file), text.replace(from, to));
  await buildProduct(folder);
  const site = await startSite({}, folder);
  return { ...site, stop: () => site.stop().then(() => rm(folder, { recursive: true })) };
}

/**
 * Copies the sources of the product into a temporary folder, and returns it. A test can change the copy and build it.
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
  await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: folder, env });
}
