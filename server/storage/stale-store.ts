import { statSync } from "node:fs";

/** An error for a store whose files were removed, replaced or damaged from outside. */
export function stale(message: string): Error {
  return Object.assign(new Error(message), { code: "ESTALE" });
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
