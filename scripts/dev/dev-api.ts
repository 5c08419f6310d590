import { normalizePath, type Plugin, type ViteDevServer } from "vite";
import type { serve } from "#server/serve.ts";

export const apiPort = 3001;

const rooms = ["server", "fake-active-campaign", "lead", "event", "content", "phrases"];

type Settings = Record<string, string>;
type Stop = () => Promise<void>;
type Options = { settings: Settings; contentMistakes: () => Promise<string[]> };

/**
 * Runs the real server from its sources, and restarts it when one of them changes.
 *
 * Vite uses this plugin for two dev servers while it restarts itself, as it does after a change of vite.config.ts or of
 * a file that it imports: the new one begins before the old one ends. So there is one server for both, and the end of
 * the old dev server does not end it.
 */
export function devApi({ settings, contentMistakes }: Options): Plugin {
  let stop: Stop = async () => {};
  let present: ViteDevServer | undefined;
  let restarted = Promise.resolve();
  const restart = (vite: ViteDevServer) => {
    restarted = restarted.then(async () => {
      if (vite === present && (await contentMistakes()).length === 0)
        stop = await replace(vite, settings, stop);
    });
    return restarted;
  };
  return {
    name: "dev-api",
    // Without this option Vite cannot read styles as texts (`?inline`) for the server, as `server/panel` needs.
    config: () => ({ server: { perEnvironmentStartEndDuringDev: true } }),
    configureServer(vite) {
      present = vite;
      vite.watcher.on("change", (file) => {
        if (isServerSource(vite, normalizePath(file))) void restart(vite);
      });
      return restart(vite);
    },
    closeBundle() {
      const isPresent = present?.environments["ssr"] === this.environment;
      return isPresent ? restarted.then(stop) : undefined;
    },
  };
}

/** Vite restarts itself after a change of a file that vite.config.ts imports, and the plugin begins again. */
function isServerSource({ config }: ViteDevServer, file: string): boolean {
  if (config.configFileDependencies.includes(file)) return false;
  return rooms.some((room) => file.startsWith(`${config.root}/${room}/`));
}

/** Replaces the running server. If the sources cannot be loaded, the error is printed, and the running server stays. */
async function replace(vite: ViteDevServer, env: Settings, stop: Stop): Promise<Stop> {
  const start = await load(vite, env).catch((error: unknown) => printError(vite, error));
  if (start === undefined) return stop;
  await stop();
  const served = await start().catch((error: unknown) => printError(vite, error));
  if (served?.kind === "serving") return served.stop;
  if (served !== undefined) vite.config.logger.error(served.lines.join("\n"));
  return async () => {};
}

function printError({ config }: ViteDevServer, error: unknown): undefined {
  config.logger.error(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
}

async function load(vite: ViteDevServer, env: Settings): Promise<() => ReturnType<typeof serve>> {
  // Drops all loaded modules, because the watcher reports a change before Vite itself has dropped the changed module.
  vite.environments.ssr.moduleGraph.invalidateAll();
  const loaded = await vite.ssrLoadModule("/server/serve.ts");
  const { createLog } = await vite.ssrLoadModule("/server/node/log.ts");
  const start: typeof serve = loaded["serve"];
  const siteFolder = "build/current/dist";
  return () => start({ env, siteFolder, log: createLog(), endFailed: () => process.exit(1) });
}
