import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, type PlaywrightWorkerOptions, type WorkerFixture } from "@playwright/test";
import {
  clockBeforeClass,
  inClassWeek,
  timeBeforeClass,
} from "#tests/support/built/before-class.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { type StaticHost, serveFolder } from "#tests/support/built/static-host.ts";
import { buildProduct, copyProduct } from "#tests/support/built/variant-site.ts";
import { keepPopupAway } from "./keep-popup-away.ts";

type GuardedTest = {
  /** Whether the popup may open by itself, 5 s after the page. Only journeys about that let it. */
  popupOpensByItself: boolean;
  pageConsole: {
    /** Lets the browser write lines like these: the test causes them. Any other error or warning is a failure. */
    allow: (patterns: RegExp | readonly RegExp[]) => void;
    /** A copy of the errors and warnings so far. */
    complaints: () => string[];
  };
};

/** What all journeys of one worker share. Each is started when the first journey asks for it. */
type Shared = {
  site: RunningSite;
  /** The pages on a static host, and the lead function at another origin. */
  elsewhere: PagesElsewhere;
};

/** The pages elsewhere are built anew before they are served, which took 109 s on a machine with 40 busy programs. */
const buildLimitMs = 300_000;

/** Chromium's words about a violation of one of our security headers, or about a header that it cannot read. */
const policyWords =
  /Content Security Policy|Permissions[- ]Policy|Cross-Origin-|Trusted(?:HTML|Script|Type)/i;

/**
 * A test that fails on each error or warning in the console that it did not allow, in all of its tabs. It does not ask
 * that an allowed line comes: a browser may leave out lines about a page that the test leaves.
 */
export const test = base.extend<GuardedTest, Shared>({
  site: [shared(() => startSite(clockBeforeClass)), { scope: "worker" }],
  elsewhere: [shared(startPagesElsewhere), { scope: "worker", timeout: buildLimitMs }],
  popupOpensByItself: [false, { option: true }],
  context: async ({ context, popupOpensByItself }, use) => {
    if (!popupOpensByItself) await keepPopupAway(context);
    if (inClassWeek) await context.clock.install({ time: timeBeforeClass() });
    await use(context);
  },
  pageConsole: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const violations: string[] = [];
      const allowed: RegExp[] = [];
      context.on("weberror", (event) => complaints.push(event.error().message));
      context.on("console", (entry) => {
        if (policyWords.test(entry.text())) violations.push(entry.text());
        else if (entry.type() === "error" || entry.type() === "warning")
          complaints.push(entry.text());
      });
      await use({
        allow: (patterns) => void allowed.push(...[patterns].flat()),
        complaints: () => [...complaints],
      });
      const unexpected = complaints.filter((one) => !allowed.some((pattern) => pattern.test(one)));
      base.expect(unexpected, "complaints that the test did not allow").toEqual([]);
      base.expect(violations, "violations of a policy, which no test may cause").toEqual([]);
    },
    { auto: true },
  ],
});

/** A fixture that all journeys of a worker share. */
export function shared<T extends { stop: () => Promise<void> }>(
  start: () => Promise<T>,
): WorkerFixture<T, PlaywrightWorkerOptions> {
  return async ({ browserName: _ }, use) => {
    const started = await start();
    await use(started);
    await started.stop();
  };
}

/** What is in the settings of the machine that builds the pages elsewhere. */
export const secretToken = "3f1d9f2c-secret-of-the-server";

type PagesElsewhere = {
  /** The published files. */
  folder: string;
  /** The static host with the pages from which the lead function accepts sign-ups. */
  pages: StaticHost;
  /** A second static host with the same pages, from which the lead function accepts no sign-ups. */
  stranger: StaticHost;
  lead: RunningSite;
  stop: () => Promise<void>;
};

/** Starts the built pages on a static host, and the lead function on another port. */
async function startPagesElsewhere(): Promise<PagesElsewhere> {
  const copy = await copyProduct();
  const folder = join(copy, "dist");
  const pages = await serveFolder(folder);
  const stranger = await serveFolder(folder);
  const lead = await startSite({ ALLOWED_ORIGINS: pages.url, ...clockBeforeClass });
  const account = `ACTIVECAMPAIGN_TOKEN=${secretToken}\nACTIVECAMPAIGN_URL=https://x.example\n`;
  await writeFile(join(copy, ".env"), account);
  await buildProduct(copy, { FUNCTION_URL: lead.url, SITE_URL: pages.url });
  const stop = async () => {
    await Promise.all([pages.stop(), stranger.stop(), lead.stop()]);
    await rm(copy, { recursive: true });
  };
  return { folder, pages, stranger, lead, stop };
}
