import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import type { EventState } from "#event/event-state.ts";
import { jsonInScript } from "#event/page-schedule.ts";
import { isAfter, phases } from "#event/phase.ts";
import { invitation } from "#site/capture/friend/invite-friend.tsx";
import { openShareSheet } from "#site/capture/friend/share-sheet.ts";
import { functionOrigin } from "#site/capture/group/show-group-addresses.ts";
import { rememberReceived } from "#site/capture/memory/remember-received.ts";
import { signedUpKey } from "#site/capture/memory/signed-up.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import { setPhaseBeforePaint } from "#site/event/first-paint.ts";
import { MessagePage } from "./message-page.tsx";

const shareSheetScript = `(${openShareSheet})(document,${jsonInScript(invitation)})`;
const rememberScript = `(${rememberReceived})(document,${jsonInScript({
  name: signedUpKey,
  groupPath: paths.group,
  phasesAfter: phases.filter(isAfter),
  functionOrigin,
})})`;

/** The page that follows a sign-up without script. */
export function Received({ state }: { state: EventState }) {
  return (
    <MessagePage title={messages.success.title}>
      <NextSteps times={{ ...state.edition, ...state.times }} />
      <script>{setPhaseBeforePaint}</script>
      <script>{rememberScript}</script>
      <script>{shareSheetScript}</script>
    </MessagePage>
  );
}
