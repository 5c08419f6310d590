import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import type { Invitation } from "./share-sheet.ts";

const { friend } = messages;

export const invitation: Invitation = {
  title: friend.title,
  text: friend.text,
  path: "/?utm_source=indicacao",
  chat: fill(links.supportChat, { phone: "" }),
};

const message = `${invitation.text} ${import.meta.env.SITE_URL}${invitation.path}`;

/** Opens a message to a friend in the chat app, or the share sheet of the phone: see `share-sheet.ts`. */
export function InviteFriend() {
  return (
    <NewTabLink href={invitation.chat + encodeURIComponent(message)} data-invite="">
      {friend.label}
    </NewTabLink>
  );
}
