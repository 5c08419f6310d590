import { createHash, timingSafeEqual } from "node:crypto";
import { Registry } from "prom-client";
import { neverCached } from "#server/http/add-contact/refusals.ts";
import { bearerToken } from "#server/http/bearer-token.ts";
import type { Metrics } from "./metrics.ts";

export type MetricsAccess = { peer: string | undefined; token: string | undefined };

const loopback = /^(127\.|::1$|::ffff:127\.)/i;

/** A proxy on the same machine is a loopback connection too, but says for whom it asks. */
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Undefined for whoever may not see them: to them there is no such page. */
export async function answerMetrics(
  metrics: Metrics,
  { headers }: Request,
  access: MetricsAccess,
): Promise<Response | undefined> {
  if (!isLocal(headers, access.peer) && !hasToken(headers, access.token)) return undefined;
  return new Response(await metrics.text(), {
    headers: { ...neverCached, "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE },
  });
}

function isLocal(headers: Headers, peer = ""): boolean {
  return loopback.test(peer) && !forwarding.some((name) => headers.has(name));
}

function hasToken(headers: Headers, token: string | undefined): boolean {
  const given = bearerToken(headers);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** Of equal length, whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
