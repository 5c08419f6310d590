import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { groupPages } from "#content/pages.ts";
import { presenter } from "#content/presenter.ts";
import { dated } from "#site/event/dated.tsx";
import { NewTabButton } from "#site/ui/new-tab-link.tsx";
import { MessagePage } from "./message-page.tsx";

const { success } = messages;
const supportChat = fill(links.supportChat, { phone: links.supportPhone });

/**
 * The address of the group. Our server sends the visitor on to a group; this page shows the invitation, because a static
 * host cannot send the visitor on.
 */
export function Group() {
  return (
    <MessagePage title={groupPages.group.title} text={success.groupNote}>
      <NewTabButton href={links.group}>{dated(success.group)}</NewTabButton>
    </MessagePage>
  );
}

/** The answer to a visitor who asks for another group when all groups are full. */
export function OtherGroup() {
  const { title, text } = groupPages.otherGroup;
  return (
    <MessagePage title={title} text={text}>
      <NewTabButton href={supportChat}>{dated(presenter.support)}</NewTabButton>
    </MessagePage>
  );
}
