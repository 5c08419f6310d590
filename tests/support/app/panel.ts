import type { AppParts } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { readFigures } from "#server/figures/figures.ts";
import { readAllFacts, standingIn } from "#server/operator/facts.ts";
import type { Database } from "#server/store/row-types.ts";
import { eventPlan } from "./event-plan.ts";

type Panel = AppParts["panel"];

/** The address of the site, with TLS before the server, and an account. */
const settings = {
  SITE_URL: "https://black.example",
  TRUSTED_PROXIES: "1",
  ACTIVECAMPAIGN_URL: "https://exemplo.api-us1.com",
  ACTIVECAMPAIGN_TOKEN: "token",
};

/** What the panel of a test needs: the figures and the facts of its store. No request leaves it. */
export function panelOver(
  database: Database,
  { clock, env = {} }: { clock: () => number; env?: Record<string, string> },
): Panel {
  const read = readConfig({ ...settings, ...env });
  if (read.kind === "mistakes") throw new Error(read.mistakes.join());
  const { config } = read;
  const event = eventPlan;
  const readDisk = async () => ({ freeBytes: 1e12, freeShare: 0.9 });
  const look = async () => {
    const known = await standingIn(database);
    return { database, config, event, readDisk, now: clock(), ...known };
  };
  return {
    database,
    config,
    sleep: async () => undefined,
    fetch: () => Promise.reject(new Error("no network")),
    event,
    readFigures: () => readFigures({ database, clock, event }),
    readFacts: async () => readAllFacts(await look()),
    troublesHere: () => [],
  };
}
