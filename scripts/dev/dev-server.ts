import { resolve } from "node:path";
import { createServer } from "vite";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { contentMistakes } from "#scripts/content/content-mistakes.mjs";
import { apiPort, devApi } from "./dev-api.ts";
import { devContent } from "./dev-content.ts";
import { devPages } from "./dev-pages.ts";

const sitePort = 3000;
const fakePort = 8025;
const token = "dev-token";
/** Folders that programs write while the dev server runs. None of them holds a source. */
const outputs = ["build", "dist", "data"];
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
    plugins: [
      devPages(),
      devContent(contentMistakes),
      devApi({ settings: settings(fake), contentMistakes }),
    ],
    server: {
      port: sitePort,
      strictPort: true,
      proxy: { "/functions": api, "/healthz": api, [pageReportPath]: api },
      watch: { ignored: outputs.map((folder) => resolve(folder)) },
    },
  });
  await server.listen();
  console.log(`A página:                  ${server.resolvedUrls?.local[0]}`);
  console.log(`O ActiveCampaign de teste: ${fake.url}`);
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
    ACTIVECAMPAIGN_NEXT_TAGS: "black-ahsd-proxima",
  };
}
