import { messages } from "#content/messages.ts";
import { MessagePage } from "./message-page.tsx";

export function NotFound() {
  return <MessagePage title={messages.notFound.title} />;
}
