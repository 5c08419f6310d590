import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import { invitedPath } from "./share-sheet.ts";

const { title, text, label } = messages.friend;

/** The address of a new message in the chat app, up to its text. Without a number, the visitor chooses who receives it. */
const chat = fill(links.supportChat, { phone: "" });
const message = encodeURIComponent(`${text} ${import.meta.env.SITE_URL}${invitedPath}`);

/**
 * Opens a message to a friend in the chat app, or the share sheet of the phone, for which `share-sheet.ts` reads the
 * attributes. The message names no date, which could have changed when the friend reads it.
 */
export function InviteFriend() {
  return (
    <NewTabLink href={chat + message} data-invite={chat} data-title={title} data-text={text}>
      {label}
    </NewTabLink>
  );
}
