import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { devApi } from "./dev-api.ts";

test("the dev server runs the real server from its sources", async () => {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-dev-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const errors: string[] = [];
  const vite = await createServer({
    plugins: [devApi({ HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder })],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger("silent"), error: (text) => errors.push(text) },
  });
  await vite.close();
  expect(errors).toEqual([]);
  expect(existsSync(join(folder, "leads.sqlite"))).toBe(true);
});
