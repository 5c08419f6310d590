import { statfs } from "node:fs/promises";

/** The share of the folder's disk that users other than root can still fill, as `df` shows it. */
export async function diskFreeShare(folder: string): Promise<number> {
  const { bavail, bfree, blocks } = await statfs(folder);
  const usable = blocks - bfree + bavail;
  return usable === 0 ? 1 : bavail / usable;
}
