import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { NewTabButton, NewTabLink } from "#site/ui/new-tab-link.tsx";
import { groupAddress, otherGroupAddress } from "./group-address.ts";

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
