import { normalizePath, type Plugin, type ViteDevServer } from "vite";

/**
 * Shows the mistakes in content/ in the terminal and over the page, at the start and after each save, until a save has
 * none.
 */
export function devContent(contentMistakes: () => Promise<string[]>): Plugin {
  let mistakes: string[] = [];
  let checked = Promise.resolve();
  const check = async (vite: ViteDevServer) => {
    const before = mistakes;
    mistakes = await contentMistakes();
    if (mistakes.length > 0) vite.config.logger.error(mistakes.join("\n"));
    else if (before.length > 0) vite.config.logger.info("content/ está sem erros de novo.");
    show(vite, mistakes);
  };
  return {
    name: "dev-content",
    configureServer(vite) {
      // A page that is loaded while there are mistakes must show them too.
      vite.ws.on("connection", () => show(vite, mistakes));
      vite.watcher.on("all", (_event, file) => {
        if (!normalizePath(file).startsWith(`${vite.config.root}/content/`)) return;
        checked = checked.then(() => check(vite));
      });
      checked = checked.then(() => check(vite));
      return checked;
    },
  };
}

function show(vite: ViteDevServer, mistakes: string[]): void {
  if (mistakes.length === 0) return;
  const err = { message: mistakes.join("\n"), stack: "" };
  vite.environments.client.hot.send({ type: "error", err });
}
