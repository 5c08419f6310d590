/**
 * Who sends a request. `visitor`: a person who opens a link, or a page that a person sees. `program`: a program that
 * only reads where a link leads. `prefetch`: a browser that asks before a visit that may never happen.
 */
type Sender = "visitor" | "program" | "prefetch";

/**
 * The programs that open a link to read it: previews in chats and networks, and search engines. `Cubot` is no program
 * but a maker of phones, whose browsers have this name too.
 */
const lookers =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|google-|-google|googleother|lighthouse|embedly|vkshare|pinterest\/0|iframely/i;

/** `destination`: the value of `Sec-Fetch-Dest` with which a browser asks for such an address on a real visit. */
export function senderOf(
  { method, headers }: Request,
  destination: "document" | "empty" = "document",
): Sender {
  const names = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
  const named = names.map((name) => headers.get(name) ?? "").join(" ");
  if (/prefetch|prerender|preview/i.test(named)) return "prefetch";
  if (method === "HEAD" || lookers.test(headers.get("user-agent") ?? "")) return "program";
  // Another page can load this address as a picture, a frame or a script. A browser without `Sec-Fetch-Dest` counts
  // as a visitor.
  return (headers.get("sec-fetch-dest") ?? destination) === destination ? "visitor" : "program";
}
