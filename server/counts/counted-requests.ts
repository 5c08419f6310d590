import { limitAddresses } from "#server/sign-up/limits.ts";

/**
 * What a request to the way into a group is for. `press`: a visitor wants to enter the group. `look`: a program reads where
 * the link leads. `prefetch`: a browser asks ahead of a press that may never come.
 */
type Purpose = "press" | "look" | "prefetch";

/**
 * The programs that look at a link: previews in chats and networks, and search engines. `Cubot` is a maker of phones,
 * whose browsers have this name too.
 */
const lookers =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|google-|-google|googleother|lighthouse|embedly|vkshare|pinterest\/0|iframely/i;

/** `destination`: what a browser asks such an address for, as its header `Sec-Fetch-Dest` says. */
export function purposeOf(
  { method, headers }: Request,
  destination: "document" | "empty" = "document",
): Purpose {
  const names = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
  const named = names.map((name) => headers.get(name) ?? "").join(" ");
  if (/prefetch|prerender|preview/i.test(named)) return "prefetch";
  if (method === "HEAD" || lookers.test(headers.get("user-agent") ?? "")) return "look";
  // A browser that shows an address as a picture, a frame or a script on another page. Browsers without this header press.
  return (headers.get("sec-fetch-dest") ?? destination) === destination ? "press" : "look";
}

/**
 * How often one network address is counted. A visit sends two or three reports, and a mobile carrier puts hundreds of
 * phones behind one address.
 */
const perAddress = { burst: 3_000, perMinute: 1_500 };

/** The limit for all addresses of one customer together: a program there can take another address for each try. */
const perCustomer = { burst: 9_000, perMinute: 4_500 };

/** Returns whether what an address does is still counted, so that one person cannot move the counts far. */
export function limitCounts(clock: () => number): (address: string) => boolean {
  const waitFor = limitAddresses({ perAddress, perCustomer }, clock);
  return (address) => waitFor(address) === 0;
}
