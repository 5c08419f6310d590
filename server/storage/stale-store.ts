import { statSync } from "node:fs";

/** What is under the name of the store is not what it should be. */
export function stale(message: string): Error {
  return Object.assign(new Error(message), { code: "ESTALE" });
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
