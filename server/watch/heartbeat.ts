import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import type { SendRequest } from "./send-request.ts";

export const heartbeatEveryMs = 60_000;

export type HeartbeatDeps = { url: string; sendRequest: SendRequest; log: Log };

/** Sends a request to an address, so that the service behind it notices when this server stops. */
export function createHeartbeat({ url, sendRequest, log }: HeartbeatDeps) {
  let isHeard = true;
  return async (stopped: AbortSignal): Promise<void> => {
    const outcome = await sendRequest(url, { method: "GET" }, stopped);
    if (outcome.kind === "failed" && isHeard)
      log.warn({ reason: outcome.reason }, logLines.heartbeatFailed);
    isHeard = outcome.kind === "accepted";
  };
}
