import { messages } from "#content/messages.ts";
import { MessagePage } from "./message-page.tsx";

/** The text of this page tells the visitor what to do; the error itself is in the log. */
export function UnexpectedError({ text = messages.unexpectedError.text }: { text?: string }) {
  return <MessagePage title={messages.unexpectedError.title} text={text} />;
}
