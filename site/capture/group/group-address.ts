import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { functionOrigin, personalAddress } from "./show-group-addresses.ts";

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
