import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Weight } from "#tests/budgets.ts";

/**
 * The size of a file's brotli copy, which is what the server sends. For a file without such a copy, the file's own
 * size.
 */
export async function weigh(file: string): Promise<Weight> {
  const path = join("dist", file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return { name: file.replace(/^assets./, ""), bytes: size };
}
