import { rememberCalmMode } from "#site/ui/calm-mode.ts";
import { backUpInvokerCommands } from "#site/ui/invoker-commands.ts";

const latestStartMs = 2_000;
const withoutIdleCallbackMs = 200;

backUpInvokerCommands(document);
rememberCalmMode(document);
whenIdle(() => import("./islands.tsx").then(({ hydrateIslands }) => hydrateIslands(document)));

/** Safari has no `requestIdleCallback`: there a little later is idle enough. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: latestStartMs });
  else setTimeout(start, withoutIdleCallbackMs);
}
