import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";

/** Empty if the lead function has the same origin as the page. */
const functionOrigin = import.meta.env.FUNCTION_ORIGIN ?? "";

/**
 * The address of the group; `answered` is the person's link to the group, as the lead function has answered it. With the
 * lead function elsewhere a visitor without such a link gets the invitation itself, because another implementation of the
 * function may know no groups.
 */
export function groupAddress(answered?: string): string {
  return personalAddress(paths.group, answered) ?? (functionOrigin ? links.group : paths.group);
}

/** The address at which a visitor asks for another group; undefined where no group but the invitation is known. */
export function otherGroupAddress(answered?: string): string | undefined {
  return (
    personalAddress(paths.otherGroup, answered) ?? (functionOrigin ? undefined : paths.otherGroup)
  );
}

/** Makes all links to groups in the page the links of the person who has signed up. */
export function showGroupAddresses(page: Document, answered?: string): void {
  for (const link of page.querySelectorAll<HTMLElement>("[data-group-path]")) {
    const address = personalAddress(link.dataset["groupPath"] ?? "", answered);
    if (address) link.setAttribute("href", address);
  }
}

/**
 * The path with the person's pass. Undefined for an answer that is no path to our group: another implementation of the
 * function may have given it.
 */
function personalAddress(path: string, answered = ""): string | undefined {
  const start = `${paths.group}?`;
  if (!answered.startsWith(start)) return undefined;
  return `${functionOrigin}${path}?${answered.slice(start.length)}`;
}
