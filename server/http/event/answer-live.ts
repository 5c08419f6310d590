import { links } from "#content/links.ts";
import type { Phase } from "#event/phase.ts";
import { redirectElsewhere } from "#server/http/headers.ts";

/**
 * Sends a visitor of `/aovivo` on to the class while its room is open. Returns undefined at other times: then the page
 * says when.
 */
export function answerLive(phase: Phase, address = links.live): Response | undefined {
  return phase === "doors" || phase === "live" ? redirectElsewhere(address) : undefined;
}
