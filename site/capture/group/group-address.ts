import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";

/** Empty if the lead function has the same origin as the page. */
const functionOrigin = import.meta.env.FUNCTION_ORIGIN ?? "";

/**
 * The address of the group in the built page. With the lead function elsewhere it is the invitation itself, because
 * another implementation of the function may know no groups.
 */
export const groupAddress = functionOrigin ? links.group : paths.group;

/** The address at which a person asks for another group; undefined if the address of the group is not ours. */
export function otherGroupAddress(group: string): string | undefined {
  const query = queryOf(group);
  return query === undefined ? undefined : `${functionOrigin}${paths.otherGroup}${query}`;
}

/**
 * The address of a person's group, for a link. The answer of the lead function names a path on its own origin;
 * undefined for any other address, because the answer may come from elsewhere.
 */
export function personalGroupAddress(group = ""): string | undefined {
  const query = queryOf(group);
  return query === undefined ? undefined : `${functionOrigin}${paths.group}${query}`;
}

/** Gives all links to the group the address of the person who has signed up. */
export function showGroupAddress(page: Document, group: string): void {
  for (const [name, address] of [
    ["own", personalGroupAddress(group)],
    ["other", otherGroupAddress(group)],
  ])
    for (const link of page.querySelectorAll(`[data-group="${name}"]`))
      if (address) link.setAttribute("href", address);
}

/** The query of an address of our own, with its question mark. */
function queryOf(group: string): string | undefined {
  const [address = "", ...query] = group.split(/(?=\?)/);
  const path = address.startsWith(functionOrigin) ? address.slice(functionOrigin.length) : address;
  return path === paths.group ? query.join("") : undefined;
}
