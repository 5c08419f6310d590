import type { Logger } from "pino";
import { logLines } from "#phrases/log-lines.ts";
import type { Sleep } from "#server/delivery/active-campaign/paced-client.ts";
import type { Ask } from "./ask.ts";

const everyMs = 60_000;

export type HeartbeatDeps = { url: string; ask: Ask; log: Logger; sleep: Sleep };

/** Asks an address once a minute, so that the service behind it notices when this server stops. */
export async function repeatHeartbeat(
  { url, ask, log, sleep }: HeartbeatDeps,
  stopped: AbortSignal,
): Promise<void> {
  let isHeard = true;
  while (!stopped.aborted) {
    const asked = await ask(url, { method: "GET" }, stopped);
    if (asked.kind === "failed" && isHeard)
      log.warn({ reason: asked.reason }, logLines.heartbeatFailed);
    isHeard = asked.kind === "accepted";
    await sleep(everyMs, stopped);
  }
}
