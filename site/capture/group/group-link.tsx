import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { NewTabButton, NewTabLink } from "#site/ui/new-tab-link.tsx";
import { functionOrigin, personalAddress } from "./show-group-addresses.ts";

const { success } = messages;

/** `group` is the person's link to the group, as the lead function has answered it. */
type GroupLinkProps = { group?: string | undefined; className?: string };

/** The way into the group, as a button. */
export function GroupLink({ group, ...rest }: GroupLinkProps) {
  return (
    <NewTabButton {...rest} href={groupAddress(group)} data-group-path={paths.group}>
      {success.group}
    </NewTabButton>
  );
}

/** The way to another group. Only our own server knows other groups. */
export function OtherGroup({ group }: Pick<GroupLinkProps, "group">) {
  const href = otherGroupAddress(group);
  return (
    href && (
      <NewTabLink href={href} data-group-path={paths.otherGroup}>
        {success.otherGroup}
      </NewTabLink>
    )
  );
}

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
