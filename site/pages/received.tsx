import { messages } from "#content/messages.ts";
import type { EventState } from "#event/event-state.ts";
import { jsonInScript } from "#event/page-schedule.ts";
import { invitation } from "#site/capture/friend/invite-friend.tsx";
import { openShareSheet } from "#site/capture/friend/share-sheet.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import { setPhaseBeforePaint } from "#site/event/first-paint.ts";
import { MessagePage } from "./message-page.tsx";

const shareSheetScript = `(${openShareSheet})(document,${jsonInScript(invitation)})`;

/** The page that follows a sign-up without script. */
export function Received({ state }: { state: EventState }) {
  return (
    <MessagePage title={messages.success.title}>
      <NextSteps times={{ ...state.edition, ...state.times }} />
      <script>{setPhaseBeforePaint}</script>
      <script>{shareSheetScript}</script>
    </MessagePage>
  );
}
