import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { checkAndBuild } from "#scripts/publish/publish.ts";
import { readSources } from "#scripts/publish/sources.ts";
import { fail } from "#scripts/setup/program.mjs";
import { reloadingProxy } from "./reloading-proxy.ts";

/** Not the folder of a version: what is built here is never published. */
const folder = "build/dev";
const dataDir = "data/dev";
const token = "dev-token";
/** Watching the disk would lose files that an editor replaces, and see nothing on some shared folders. */
const lookEveryMs = 1_000;
/**
 * How long an import takes: long enough for a developer to see a waiting import on the page of the fake ActiveCampaign.
 */
const importTakesMs = 10_000;

/**
 * Builds the site as `npm start` does, and serves it with the real server and a fake ActiveCampaign. After each save it
 * builds again, starts the server again and reloads the pages; mistakes stand in the terminal and over the page.
 */
export async function watchSite({ sitePort, fakePort }: { sitePort: number; fakePort: number }) {
  await mkdir(dataDir, { recursive: true });
  const proxy = await reloadingProxy(sitePort).catch(failAt(sitePort));
  const account = { port: fakePort, token, importTakesMs, ...accountLimits };
  const fake = await startFakeActiveCampaign(account).catch(failAt(fakePort));
  const url = `http://localhost:${proxy.port}`;
  let server: ReturnType<typeof startServer> | undefined;
  const stop = () => {
    server?.kill("SIGKILL");
    process.exit(0);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(`A página:                  ${url}/`);
  console.log(`O ActiveCampaign de teste: ${fake.url}`);

  for (let built = ""; ; await pause(lookEveryMs)) {
    const { fingerprint } = await readSources();
    if (fingerprint === built) continue;
    const hadMistakes = built !== "" && proxy.hasMistakes();
    built = fingerprint;
    const { ok, output } = await buildAnew();
    if (!ok) {
      console.error(output.trimEnd());
      proxy.showMistakes(output);
      continue;
    }
    if (hadMistakes) console.log("Os arquivos estão sem erros de novo.");
    server?.kill();
    if (server?.exitCode === null && server.signalCode === null) await once(server, "exit");
    server = startServer({ SITE_URL: url, ACTIVECAMPAIGN_URL: fake.url });
    proxy.serve(await printedAddress(server));
  }
}

async function buildAnew() {
  await rm(folder, { recursive: true, force: true });
  return checkAndBuild(folder, { SITE_URL: "", FUNCTION_URL: "" });
}

/**
 * Starts the built server with settings of its own, in a folder without `.env`, so that nothing that a developer types
 * into the forms leaves this machine.
 */
function startServer(settings: Record<string, string>) {
  const { PATH = "", SystemRoot = "" } = process.env;
  return spawn(process.execPath, [resolve(folder, "server/main.js")], {
    cwd: dataDir,
    env: {
      PATH,
      SystemRoot,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: resolve(dataDir),
      ACTIVECAMPAIGN_TOKEN: token,
      ACTIVECAMPAIGN_LIST: "1",
      ACTIVECAMPAIGN_TAGS: "black-ahsd",
      ACTIVECAMPAIGN_NEXT_TAGS: "black-ahsd-proxima",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Waits for the address that the server prints; undefined if the server ends instead, and has said why. */
function printedAddress(server: ReturnType<typeof startServer>): Promise<string | undefined> {
  let printed = "";
  return new Promise((found) => {
    server.once("exit", () => found(undefined));
    server.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      const port = /http:\/\/[\w.]+:(\d+)/.exec(printed)?.[1];
      if (port) found(`http://127.0.0.1:${port}`);
    });
  });
}

function failAt(port: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    return fail(
      `A porta ${port} já está em uso. Feche o programa que a usa (talvez npm start, ou outro npm run dev) e tente de novo.`,
    );
  };
}
