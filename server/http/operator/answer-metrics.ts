import { Registry } from "prom-client";
import { hasToken, neverCached } from "#server/http/headers.ts";
import type { Metrics } from "./metrics.ts";

const loopback = /^(127\.|::1$|::ffff:127\.)/i;

/**
 * The headers that show that a proxy passed the request on. A proxy on this machine connects by loopback, as the
 * operator does, but adds one of these headers to a visitor's request.
 */
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Returns undefined for a request that may not see the metrics: the server then answers as for an unknown page. */
export async function answerMetrics(
  metrics: Metrics,
  { headers }: Request,
  access: { peer: string | undefined; token: string | undefined },
): Promise<Response | undefined> {
  if (!isLocal(headers, access.peer) && !hasToken(headers, access.token)) return undefined;
  return new Response(await metrics.text(), {
    headers: { ...neverCached, "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE },
  });
}

function isLocal(headers: Headers, peer = ""): boolean {
  return loopback.test(peer) && !forwardingHeaders.some((name) => headers.has(name));
}
