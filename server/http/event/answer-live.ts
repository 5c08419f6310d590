import { links } from "#content/links.ts";
import type { Phase } from "#event/phase.ts";
import { neverCached } from "#server/http/headers.ts";

const headers = { ...neverCached, "X-Robots-Tag": "noindex" };

/**
 * Sends a visitor of `/aovivo` on to the class while its room is open. Returns undefined at other times: then the page
 * says when.
 */
export function answerLive(phase: Phase, address = links.live): Response | undefined {
  if (phase !== "doors" && phase !== "live") return undefined;
  // A header cannot hold every character of an address, such as a long dash: `href` has them percent-encoded.
  const wayIn = URL.canParse(address) ? new URL(address).href : undefined;
  if (wayIn === undefined) return undefined;
  return new Response(null, { status: 302, headers: { ...headers, Location: wayIn } });
}
