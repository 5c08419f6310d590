import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cloneForProduction, makeReady } from "./support/built/production-clone.ts";
import { startSite } from "./support/built/running-site.ts";
import { signUp } from "./support/faults/sign-up.ts";
import { ana, bia } from "./support/people.ts";

const timeLimitMs = 120_000;

test(
  "the files of git build with only the production packages, and the product keeps sign-ups, also when these files are gone",
  async () => {
    const folder = await cloneForProduction();
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(existsSync(join(folder, "node_modules/vitest"))).toBe(false);

    await makeReady(folder);
    const site = await startSite({}, folder);
    onTestFinished(site.stop);
    const { status } = await signUp({ url: site.url, email: ana.email });

    expect(status).toBe(200);
    expect(site.submissions()).toEqual([ana]);

    // Another version may be built, published and removed, and other packages installed, beside a running server.
    for (const name of ["node_modules", "build", "dist"])
      await rm(join(folder, name), { recursive: true });
    const page = await (await fetch(site.url)).text();
    const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
    expect((await fetch(`${site.url}${script}`)).status).toBe(200);
    expect((await signUp({ url: site.url, email: bia.email })).status).toBe(200);
  },
  timeLimitMs,
);
