import { expect, test, vi } from "vitest";
import { readSources } from "./sources.mjs";

const removed = "content/hero.ts";

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const readFileSync = (name: string) => {
    if (name !== removed) return fs.readFileSync(name);
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  return { ...fs, readFileSync };
});

test("a file that an editor removes at this moment is left out", async () => {
  const { files } = await readSources();
  expect(Object.keys(files)).toContain("content/launch.ts");
  expect(Object.keys(files)).not.toContain(removed);
});
