import type { ReactNode } from "react";
import { fill } from "#content/filled.ts";
import { header } from "#content/header.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { groupPages } from "#content/pages.ts";
import { presenter } from "#content/presenter.ts";
import { success } from "#content/success.ts";
import { dated } from "#site/event/event-words.tsx";
import { NewTabButton } from "#site/ui/button.tsx";
import { InfinityLine } from "#site/ui/ornaments.tsx";
import "#site/ui/beam.css";
import "./message-page.css";

type MessagePageProps = {
  title: ReactNode;
  lang?: "en";
  error?: ReactNode;
  text?: string;
  children?: ReactNode;
};

/** A page with a title, a few sentences and a link to the landing page. */
export function MessagePage({ title, lang, error, text, children }: MessagePageProps) {
  return (
    <main className="message-page beam">
      <InfinityLine />
      <p className="message-page__name">{dated(header.name)}</p>
      <h1 className="message-page__title" lang={lang}>
        {dated(title)}
      </h1>
      {error}
      {text && <p>{dated(text)}</p>}
      {children}
      <a className="message-page__home touch-link" href="/">
        {dated(messages.notFound.home)}
      </a>
    </main>
  );
}

/** The page for a path that does not exist. `other-page.ts` logs this path. */
export function NotFound() {
  const { title, text } = messages.notFound;
  return (
    <>
      <MessagePage title={title} lang="en" text={text} />
      <span data-missing-path="" />
    </>
  );
}

/**
 * The page for an unexpected error. Its text says what the visitor can do. `other-page.ts` writes the HTTP status of
 * the answer below the title.
 */
export function UnexpectedError({ text = messages.unexpectedError.text }: { text?: string }) {
  const { title } = messages.unexpectedError;
  return <MessagePage title={title} lang="en" error={<p lang="en" data-status="" />} text={text} />;
}

/**
 * The page at the address of the group. Our server sends the visitor on to a group instead; this page shows the
 * invitation, because a static host cannot send the visitor on.
 */
export function Group() {
  const { group, groupNote } = success;
  return (
    <MessagePage title={groupPages.group.title} text={groupNote}>
      <NewTabButton href={links.group}>{dated(group)}</NewTabButton>
    </MessagePage>
  );
}

/** The page for a visitor who asks for another group when all groups are full. */
export function OtherGroup() {
  const chat = fill(links.supportChat, { phone: links.supportPhone });
  return (
    <MessagePage {...groupPages.otherGroup}>
      <NewTabButton href={chat}>{dated(presenter.support)}</NewTabButton>
    </MessagePage>
  );
}
