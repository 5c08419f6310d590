/** `press`: a person's. `look`: nobody enters the group with it. `prefetch`: a browser's, ahead of a press. */
export type Asking = "press" | "look" | "prefetch";

/**
 * The programs that look at a link: previews in chats and networks, and search engines. `Cubot` is a maker of phones, and
 * people on these phones are no bots.
 */
const lookers =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|google-|-google|googleother|lighthouse|embedly|vkshare|pinterest\/0|iframely/i;

/** What a request wants of the group: only a press is counted. */
export function askingOf({ method, headers }: Request): Asking {
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
  const purpose = purposes.map((name) => headers.get(name) ?? "").join(" ");
  if (/prefetch|prerender|preview/i.test(purpose)) return "prefetch";
  if (method === "HEAD" || lookers.test(headers.get("user-agent") ?? "")) return "look";
  return "press";
}
