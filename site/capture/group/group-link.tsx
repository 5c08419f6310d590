import { messages } from "#content/messages.ts";
import { NewTabButton, NewTabLink } from "#site/ui/new-tab-link.tsx";
import { groupAddress, otherGroupAddress, personalGroupAddress } from "./group-address.ts";

const { success } = messages;

/** `group` is the address of the person who has signed up, as the lead function has answered it. */
type GroupLinkProps = { group?: string | undefined; className?: string };

/** The way into the group, as a button. */
export function GroupLink({ group, ...rest }: GroupLinkProps) {
  const href = personalGroupAddress(group) ?? groupAddress;
  return (
    <NewTabButton {...rest} href={href} data-group="own">
      {success.group}
    </NewTabButton>
  );
}

/** The way to another group. Only our own server knows other groups. */
export function OtherGroup({ group }: Pick<GroupLinkProps, "group">) {
  const href = otherGroupAddress(group ?? groupAddress);
  return (
    href && (
      <NewTabLink href={href} data-group="other">
        {success.otherGroup}
      </NewTabLink>
    )
  );
}
