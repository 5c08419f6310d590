import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

/** Moves this process into a new folder with these files until the test ends. */
export async function workInFolderWith(files: Record<string, string>): Promise<void> {
  const before = process.cwd();
  process.chdir(await temporaryFolder());
  onTestFinished(() => process.chdir(before));
  for (const [file, text] of Object.entries(files)) write(file, text);
}

/** Writes a file, and creates its folders. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
