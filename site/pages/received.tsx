import { messages } from "#content/messages.ts";
import type { EventState } from "#event/event-state.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import received from "#site/inline/received.ts?script";
import { MessagePage } from "./message-page.tsx";

/** The page that follows a sign-up without script. */
export function Received({ state }: { state: EventState }) {
  return (
    <MessagePage title={messages.success.title}>
      <NextSteps times={{ ...state.edition, ...state.times }} />
      <script>{received}</script>
    </MessagePage>
  );
}
