import { logLines } from "#phrases/log-lines.ts";
import type { Sleep } from "#server/active-campaign/paced-client.ts";
import type { Log } from "#server/log.ts";
import type { SendRequest } from "./send-request.ts";

const everyMs = 60_000;

export type HeartbeatDeps = { url: string; sendRequest: SendRequest; log: Log; sleep: Sleep };

/** Sends a request to an address once a minute, so that the service behind it notices when this server stops. */
export async function repeatHeartbeat(
  { url, sendRequest, log, sleep }: HeartbeatDeps,
  stopped: AbortSignal,
): Promise<void> {
  let isHeard = true;
  while (!stopped.aborted) {
    const outcome = await sendRequest(url, { method: "GET" }, stopped);
    if (outcome.kind === "failed" && isHeard)
      log.warn({ reason: outcome.reason }, logLines.heartbeatFailed);
    isHeard = outcome.kind === "accepted";
    await sleep(everyMs, stopped);
  }
}
