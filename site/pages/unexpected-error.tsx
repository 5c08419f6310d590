import { messages } from "#content/messages.ts";
import { MessagePage } from "./message-page.tsx";

/** The text says what the visitor can do; what really broke is for the log. */
export function UnexpectedError({ text = messages.unexpectedError.text }: { text?: string }) {
  return <MessagePage title={messages.unexpectedError.title} text={text} />;
}
