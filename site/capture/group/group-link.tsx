import { messages } from "#content/messages.ts";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import { groupAddress, otherGroupAddress, personalGroupAddress } from "./group-address.ts";
import "#site/ui/button.css";
import "./group-link.css";

const { success } = messages;

/** `group` is the address of the person who has signed up, as the lead function has answered it. */
type GroupLinkProps = { group?: string | undefined; className?: string };

/** The way into the group, as a button. */
export function GroupLink({ group, className = "", ...rest }: GroupLinkProps) {
  return (
    <NewTabLink
      {...rest}
      className={`button group-link ${className}`.trim()}
      href={personalGroupAddress(group) ?? groupAddress}
      data-group="room"
    >
      {success.group}
    </NewTabLink>
  );
}

/** The way to another group. Only our own server knows other groups. */
export function OtherGroup({ group }: GroupLinkProps) {
  const href = otherGroupAddress(personalGroupAddress(group) ?? groupAddress);
  return (
    href && (
      <NewTabLink href={href} data-group="other">
        {success.otherGroup}
      </NewTabLink>
    )
  );
}
