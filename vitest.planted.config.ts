import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** For planted faults: without the build, which most tests do not read and which would be made again for each fault. */
export default defineConfig({
  ...config,
  test: { ...config.test, globalSetup: ["tests/support/store/temporary-postgres.ts"] },
});
