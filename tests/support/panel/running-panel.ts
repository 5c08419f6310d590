import { rm } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { minuteMs } from "#event/time-zone.ts";
import { panelPaths } from "#server/panel/addresses.ts";
import { addPanelKey } from "#server/panel/keys.ts";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { clockAt } from "#tests/support/built/before-class.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { startAtReservedPort } from "#tests/support/machine/reserved-port.ts";

export type RunningPanel = RunningSite & {
  /** The store that the server uses. */
  database: Database;
  /** The time when the server started, by its own clock. */
  startedAt: number;
  /** A new link to the panel, which may change something. */
  newLink: () => Promise<string>;
  /** Signs a browser in. */
  enter: (page: Page) => Promise<void>;
};

/** The built product half an hour after the class has begun; its address lets a browser enter the panel. */
export function startPanel(settings: Record<string, string> = {}): Promise<RunningPanel> {
  return startAtReservedPort(async ({ port, folder }) => {
    const url = `http://localhost:${port}`;
    const startedAt = editionAt(launch.event, Date.now()).start + 31 * minuteMs;
    const aheadMs = startedAt - Date.now();
    const address = { PORT: `${port}`, SITE_URL: url };
    const site = await startSite({ ...clockAt(startedAt), ...address, ...settings });
    const database = await openDatabase({ kind: "sqlite", folder: site.dataDir });
    const newLink = async () => {
      const { secret } = await addPanelKey(database, { mayWrite: true, now: Date.now() + aheadMs });
      return `${url}${panelPaths.entry}/${secret}`;
    };
    return {
      ...site,
      url,
      database,
      startedAt,
      newLink,
      async enter(page) {
        await page.goto(await newLink());
        await page.getByRole("button", { name: "Entrar" }).click();
        await expect(page).toHaveURL(/\/painel$/);
      },
      async stop() {
        await database.destroy();
        await site.stop();
        await rm(folder, { recursive: true });
      },
    };
  });
}
