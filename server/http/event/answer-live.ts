import { links } from "#content/links.ts";
import type { Phase } from "#event/phase.ts";
import { neverCached } from "#server/http/headers.ts";

/**
 * Sends a visitor of `/aovivo` on to the class while its room is open. Returns undefined at other times: then the page
 * says when.
 */
export function answerLive(phase: Phase): Response | undefined {
  if (phase !== "doors" && phase !== "live") return undefined;
  return new Response(null, {
    status: 302,
    headers: { ...neverCached, "X-Robots-Tag": "noindex", Location: links.live },
  });
}
