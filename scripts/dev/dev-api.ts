import { sep } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { serve } from "#server/serve.ts";

export const apiPort = 3001;

const rooms = ["server", "lead", "event", "content"];

type Settings = Record<string, string>;
type Serve = typeof serve;
type Stop = () => Promise<void>;

/** The real server, from its sources, started anew whenever one of them changes. */
export function devApi(settings: Settings): Plugin {
  return {
    name: "dev-api",
    async configureServer(vite) {
      let stop = await start(vite, settings);
      let restarted = Promise.resolve();
      vite.watcher.on("change", (file) => {
        if (!isOfTheServer(vite, file)) return;
        restarted = restarted.then(async () => {
          await stop();
          stop = await start(vite, settings);
        });
      });
    },
  };
}

function isOfTheServer(vite: ViteDevServer, file: string): boolean {
  return rooms.some((room) => file.startsWith(`${vite.config.root}${sep}${room}${sep}`));
}

/** A mistake in the sources is said and waited out: the next change starts again. */
async function start(vite: ViteDevServer, env: Settings): Promise<Stop> {
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
  // The watcher tells us before Vite itself has thrown the changed module away.
  vite.environments.ssr.moduleGraph.invalidateAll();
  const loaded = await vite.ssrLoadModule("/server/serve.ts");
  const { createLog } = await vite.ssrLoadModule("/server/log.ts");
  const start: Serve = loaded["serve"];
  return start({ env, siteFolder: "dist", log: createLog(), endFailed: () => process.exit(1) });
}
