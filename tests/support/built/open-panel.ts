import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { type ReservedPort, startAtReservedPort } from "#tests/support/machine/reserved-port.ts";
import { clockBeforeClass } from "./before-class.ts";
import { blankSettings } from "./blank-settings.ts";
import { type RunningSite, startSite } from "./running-site.ts";

export type SiteWithPanel = RunningSite & {
  /** Makes a link as the operator does, with `npm run leads -- panel`. */
  newLink: (...options: string[]) => Promise<string>;
};

/** The built product at an address that a browser can open, whose panel can be entered. */
export function startSiteWithPanel(): Promise<SiteWithPanel> {
  return startAtReservedPort(startAt);
}

async function startAt({ port, folder }: ReservedPort): Promise<SiteWithPanel> {
  const settings = {
    ...clockBeforeClass,
    PORT: `${port}`,
    SITE_URL: `http://localhost:${port}`,
  };
  const site = await startSite(settings);
  const env = { ...process.env, ...blankSettings, ...settings, DATA_DIR: site.dataDir };
  return {
    ...site,
    url: settings.SITE_URL,
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true });
    },
    async newLink(...options) {
      const command = ["build/server/cli.js", "panel", ...options];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env });
      return /^ +(http\S+)$/m.exec(stdout)?.[1] ?? "";
    },
  };
}
