import { sep } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { serve } from "#server/serve.ts";

export const apiPort = 3001;

const rooms = ["server", "lead", "event", "content", "phrases"];

type Settings = Record<string, string>;
type Serve = typeof serve;

/** Runs the real server from its sources, and restarts it when one of them changes. */
export function devApi(settings: Settings): Plugin {
  let stop = async () => {};
  return {
    name: "dev-api",
    async configureServer(vite) {
      stop = await start(vite, settings);
      let restarted = Promise.resolve();
      vite.watcher.on("change", (file) => {
        if (!isServerSource(vite, file)) return;
        restarted = restarted.then(async () => {
          await stop();
          stop = await start(vite, settings);
        });
      });
    },
    closeBundle: () => stop(),
  };
}

function isServerSource(vite: ViteDevServer, file: string): boolean {
  return rooms.some((room) => file.startsWith(`${vite.config.root}${sep}${room}${sep}`));
}

/** Starts the server. An error in the sources is only printed, so that the next change can start the server again. */
async function start(vite: ViteDevServer, env: Settings): Promise<() => Promise<void>> {
  try {
    const served = await loadAndServe(vite, env);
    if (served.kind === "serving") return served.stop;
    vite.config.logger.error(served.lines.join("\n"));
  } catch (error) {
    vite.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  }
  return async () => {};
}

async function loadAndServe(vite: ViteDevServer, env: Settings): ReturnType<Serve> {
  // Drops all loaded modules, because the watcher reports a change before Vite itself has dropped the changed module.
  vite.environments.ssr.moduleGraph.invalidateAll();
  const loaded = await vite.ssrLoadModule("/server/serve.ts");
  const { createLog } = await vite.ssrLoadModule("/server/node/log.ts");
  const start: Serve = loaded["serve"];
  return start({
    env,
    siteFolder: "build/current/dist",
    log: createLog(),
    endFailed: () => process.exit(1),
  });
}
