import { forOneRequest, nonPageHeaders } from "#server/pages/security.ts";
import { limitAddresses } from "#server/sign-up/limits.ts";

/**
 * Who sends a request. `visitor`: a person who opens a link, or a page that a person sees. `program`: it only reads where a
 * link leads. `prefetch`: a browser that asks ahead of a visit that may never come.
 */
type Sender = "visitor" | "program" | "prefetch";

/**
 * The programs that look at a link: previews in chats and networks, and search engines. `Cubot` is a maker of phones,
 * whose browsers have this name too.
 */
const lookers =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|google-|-google|googleother|lighthouse|embedly|vkshare|pinterest\/0|iframely/i;

/** `destination`: what a browser asks such an address for, as its header `Sec-Fetch-Dest` says. */
export function senderOf(
  { method, headers }: Request,
  destination: "document" | "empty" = "document",
): Sender {
  const names = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
  const named = names.map((name) => headers.get(name) ?? "").join(" ");
  if (/prefetch|prerender|preview/i.test(named)) return "prefetch";
  if (method === "HEAD" || lookers.test(headers.get("user-agent") ?? "")) return "program";
  // Another page can show an address as a picture, a frame or a script. A browser without this header sends visitors.
  return (headers.get("sec-fetch-dest") ?? destination) === destination ? "visitor" : "program";
}

/**
 * How often one network address is counted. A visit sends two or three reports, and a mobile carrier puts hundreds of
 * phones behind one address.
 */
const countsPerAddress = { burst: 3_000, perMinute: 1_500 };

/** The limit for all addresses of one customer together: a program there can take another address for each try. */
const countsPerCustomer = { burst: 9_000, perMinute: 4_500 };

/** Returns whether what an address does is still counted, so that one person cannot move the counts far. */
export function limitCounts(clock: () => number): (address: string) => boolean {
  const waitFor = limitAddresses(
    { perAddress: countsPerAddress, perCustomer: countsPerCustomer },
    clock,
  );
  return (address) => waitFor(address) === 0;
}

/** A browser that asked ahead of a visit asks again at the visit, because this answer is an error. */
export function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { ...nonPageHeaders, ...forOneRequest } });
}

/**
 * How many presses and entries are counted for one network address, so that one program cannot use up the places at
 * once. A mobile carrier puts hundreds of phones behind one address.
 */
const pressesPerAddress = { burst: 300, perMinute: 60 };

/** The limit for all addresses of one customer together: a program there can take another address for each try. */
const pressesPerCustomer = { burst: 1_500, perMinute: 300 };

/** Returns 0 while the presses of an address are counted, and otherwise the milliseconds until they are again. */
export function limitPresses(clock: () => number): (address: string) => number {
  return limitAddresses({ perAddress: pressesPerAddress, perCustomer: pressesPerCustomer }, clock);
}
