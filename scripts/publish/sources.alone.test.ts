import { expect, test, vi } from "vitest";
import { readSources } from "./sources.mjs";

const removed = vi.hoisted(() => ({ name: "" }));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const readFileSync = (name: string) => {
    if (name !== removed.name) return fs.readFileSync(name);
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  return { ...fs, readFileSync };
});

test("a file that an editor removes at this moment is left out", async () => {
  const { filesFingerprint } = await readSources();
  expect((await readSources()).filesFingerprint).toBe(filesFingerprint);
  removed.name = "content/hero.ts";
  expect((await readSources()).filesFingerprint).not.toBe(filesFingerprint);
});
