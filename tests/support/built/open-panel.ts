import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findFreePort } from "#server/commands/rehearse/find-free-port.ts";
import { blankSettings } from "./blank-settings.ts";
import { type RunningSite, startSite } from "./running-site.ts";

export type SiteWithPanel = RunningSite & {
  /** Makes a link as the operator does, with `npm run leads -- panel`. */
  newLink: (...options: string[]) => Promise<string>;
};

/** The built product at an address that a browser can open, whose panel can be entered. */
export async function startSiteWithPanel(): Promise<SiteWithPanel> {
  const port = String(await findFreePort(0));
  const settings = { PORT: port, SITE_URL: `http://localhost:${port}` };
  const site = await startSite(settings);
  const env = { ...process.env, ...blankSettings, ...settings, DATA_DIR: site.dataDir };
  return {
    ...site,
    url: settings.SITE_URL,
    async newLink(...options) {
      const command = ["build/server/cli.js", "panel", ...options];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env });
      return /^ +(http\S+)$/m.exec(stdout)?.[1] ?? "";
    },
  };
}
