import { forOneRequest, nonPageHeaders } from "./headers.ts";

/** Redirects to another site. Returns undefined for an address that no browser can open. */
export function redirectElsewhere(address: string): Response | undefined {
  if (!URL.canParse(address)) return undefined;
  // A header cannot hold every character of an address, such as a long dash: `href` has them percent-encoded.
  const headers = { ...nonPageHeaders, ...forOneRequest, Location: new URL(address).href };
  return new Response(null, { status: 302, headers });
}
