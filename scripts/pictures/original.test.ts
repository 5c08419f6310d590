import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOriginal, strayOriginals } from "./original.ts";

test("without the folder every picture is a sample", () => {
  expect(findOriginal("no/such/folder", "depoimento-1")).toBeUndefined();
  expect(strayOriginals("no/such/folder", ["depoimento-1"])).toEqual([]);
});

test("an original is found by its name, whatever its format and the case of its ending", () => {
  const folder = folderWith("depoimento-1.JPG", "apresentacao.webp");
  expect(findOriginal(folder, "depoimento-1")).toBe("depoimento-1.JPG");
  expect(findOriginal(folder, "apresentacao")).toBe("apresentacao.webp");
  expect(findOriginal(folder, "depoimento-10")).toBeUndefined();
});

test("a file that no picture uses is named, and so is a format that is not read", () => {
  const folder = folderWith("depoimento-01.jpg", "depoimento-1.heic", "social.png", ".DS_Store");
  const names = ["depoimento-1", "social"];
  expect(strayOriginals(folder, names).sort()).toEqual(["depoimento-01.jpg", "depoimento-1.heic"]);
});

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "originals-"));
  for (const file of files) writeFileSync(join(folder, file), "");
  return folder;
}
