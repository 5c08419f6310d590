import { messages } from "#content/messages.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import { MessagePage } from "./message-page.tsx";

/** Where a form that was posted without script arrives. */
export function Received() {
  return (
    <MessagePage title={messages.success.title}>
      <NextSteps />
    </MessagePage>
  );
}
