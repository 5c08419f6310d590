/** The address of a WhatsApp channel, which has room for all people. */
const channel = { host: "whatsapp.com", path: /^\/channel\/\w{6,}\/?$/ };
/** The address of an invitation to a group or a community on WhatsApp. */
const invitation = { host: "chat.whatsapp.com", path: /^\/(?:invite\/)?\w{6,}\/?$/ };

/**
 * Reads the link of a group; undefined for another text. Only WhatsApp's own addresses are accepted: visitors are sent
 * to this link from an address of our site, which they trust.
 */
export function readGroupLink(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "";
  const form = [invitation, channel].find(({ host }) => url?.host === host);
  return isPlain && form?.path.test(url.pathname) ? url.href : undefined;
}

export function isChannel(link: string): boolean {
  return URL.canParse(link) && new URL(link).host === channel.host;
}

/** Whether two links lead to the same group: the text after the code only says where the link was copied. */
export function isSameGroup(one: string, other: string): boolean {
  return codeIn(one) === codeIn(other);
}

/**
 * The last letters of an invitation show the operator which group is meant. They are too few to join the group.
 */
export function endOf(link: string): string {
  return `…${codeIn(link)?.slice(-4) ?? ""}`;
}

function codeIn(link: string): string | undefined {
  return new URL(link).pathname.split("/").findLast((part) => part !== "");
}
