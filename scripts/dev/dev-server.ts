import { createServer } from "vite";
import { accountLimits } from "#tests/support/fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  startFakeActiveCampaign,
} from "#tests/support/fake-active-campaign/start.ts";
import { apiPort, devApi } from "./dev-api.ts";
import { devPages } from "./dev-pages.ts";

const sitePort = 3000;
const fakePort = 8025;
const token = "dev-token";
/**
 * How long an import takes: long enough for a developer to see a waiting import on the page of the fake ActiveCampaign.
 */
const importTakesMs = 10_000;

/**
 * Starts the site from its sources, the real server to which the site sends sign-ups, and the fake ActiveCampaign to
 * which the server delivers leads.
 */
export async function startDevServer(): Promise<void> {
  const fake = await startFakeActiveCampaign({
    port: fakePort,
    token,
    importTakesMs,
    ...accountLimits,
  });
  const api = { target: `http://127.0.0.1:${apiPort}` };
  const server = await createServer({
    plugins: [devPages(), devApi(settings(fake))],
    server: { port: sitePort, strictPort: true, proxy: { "/functions": api, "/healthz": api } },
  });
  await server.listen();
  console.log(`The site:                ${server.resolvedUrls?.local[0]}`);
  console.log(`The fake ActiveCampaign: ${fake.url}`);
}

/** Sets all settings of the server, so that nothing that a developer types into the forms leaves this machine. */
function settings(fake: FakeActiveCampaign): Record<string, string> {
  return {
    HOST: "127.0.0.1",
    PORT: String(apiPort),
    DATA_DIR: "data/dev",
    ACTIVECAMPAIGN_URL: fake.url,
    ACTIVECAMPAIGN_TOKEN: token,
    ACTIVECAMPAIGN_LIST: "1",
    ACTIVECAMPAIGN_TAGS: "black-ahsd",
  };
}
