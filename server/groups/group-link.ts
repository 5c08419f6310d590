export type GroupLink =
  | { kind: "link"; link: string }
  | { kind: "refused"; reason: "not-an-address" | "not-https" | "other-site" | "no-code" };

/** The address of a channel, which has room for all people. */
const channel = { host: "whatsapp.com", path: /^\/channel\/\w{6,}\/?$/ };
/** The invitation to a group or a community. */
const invitation = { host: "chat.whatsapp.com", path: /^\/(?:invite\/)?\w{6,}\/?$/ };

/**
 * Reads the link of a group. Only WhatsApp's own addresses are taken: visitors are sent to this link from an address of
 * our site, which they trust.
 */
export function readGroupLink(text: string): GroupLink {
  const typed = text.trim();
  if (!URL.canParse(typed)) return { kind: "refused", reason: "not-an-address" };
  const url = new URL(typed);
  if (url.protocol !== "https:") return { kind: "refused", reason: "not-https" };
  const form = [invitation, channel].find(({ host }) => url.host === host);
  if (!form || url.username !== "" || url.password !== "")
    return { kind: "refused", reason: "other-site" };
  if (!form.path.test(url.pathname)) return { kind: "refused", reason: "no-code" };
  return { kind: "link", link: url.href };
}

export function isChannel(link: string): boolean {
  return URL.canParse(link) && new URL(link).host === channel.host;
}

/** Whether two links lead to the same group: what stands after the code only says where the link was copied. */
export function isSameGroup(one: string, other: string): boolean {
  return codeIn(one) === codeIn(other);
}

function codeIn(link: string): string | undefined {
  return new URL(link).pathname.split("/").findLast((part) => part !== "");
}
