import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signUp } from "#tests/support/fault-sign-up.ts";
import { cloneForProduction, makeReady } from "#tests/support/production-clone.ts";
import { startSite } from "#tests/support/running-site.ts";

const timeLimitMs = 120_000;

test(
  "the committed files build with only the production packages, and the product keeps a sign-up",
  async () => {
    const folder = await cloneForProduction();
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(existsSync(join(folder, "node_modules/vitest"))).toBe(false);

    await makeReady(folder);
    const site = await startSite({}, folder);
    onTestFinished(site.stop);
    const { status } = await signUp({ url: site.url, email: "ana@example.com" });

    expect(status).toBe(200);
    expect(site.submissions()).toEqual([
      { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" },
    ]);
  },
  timeLimitMs,
);
