import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { groupPages } from "#content/pages.ts";
import { presenter } from "#content/presenter.ts";
import { NewTabButton } from "#site/ui/new-tab-link.tsx";
import { MessagePage } from "./message-page.tsx";

const supportChat = fill(links.supportChat, { phone: links.supportPhone });

/** The answer to a visitor who asks for another group when all groups are full. */
export function OtherGroup() {
  const { title, text } = groupPages.otherGroup;
  return (
    <MessagePage title={title} text={text}>
      <NewTabButton href={supportChat}>{presenter.support}</NewTabButton>
    </MessagePage>
  );
}
