import type { ReactNode } from "react";
import { header } from "#content/header.ts";
import { messages } from "#content/messages.ts";
import { dated } from "#site/event/dated.tsx";
import { InfinityLine } from "#site/ui/infinity-line.tsx";
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
      <a className="message-page__home" href="/">
        {dated(messages.notFound.home)}
      </a>
    </main>
  );
}

/**
 * The text of this page tells the visitor what to do. The server writes the status of its answer below the title:
 * `other-page.ts`.
 */
export function UnexpectedError({ text = messages.unexpectedError.text }: { text?: string }) {
  const { title } = messages.unexpectedError;
  return <MessagePage title={title} lang="en" error={<p lang="en" data-status="" />} text={text} />;
}
