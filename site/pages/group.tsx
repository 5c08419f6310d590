import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { groupPages } from "#content/pages.ts";
import { NewTabButton } from "#site/ui/new-tab-link.tsx";
import { MessagePage } from "./message-page.tsx";

const { success } = messages;

/**
 * The address of the group. Our server sends the visitor on to a group; this page shows the invitation, because a static
 * host cannot send the visitor on.
 */
export function Group() {
  return (
    <MessagePage title={groupPages.group.title} text={success.groupNote}>
      <NewTabButton href={links.group}>{success.group}</NewTabButton>
    </MessagePage>
  );
}
