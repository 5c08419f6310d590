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
