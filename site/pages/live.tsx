import { links } from "#content/links.ts";
import { livePage } from "#content/phases.ts";
import type { EventState } from "#event/event-state.ts";
import { EnterClass, PhaseStatus, shownIn, WatchReplay } from "#site/event/in-phase.tsx";
import { MessagePage } from "./message-page.tsx";

/**
 * The address of the class in e-mails. Our server sends the visitor on to the class while it is open; this page shows
 * the same link, because a static host cannot send the visitor on.
 */
export function Live({ state }: { state: EventState }) {
  return (
    <MessagePage title={livePage.title}>
      <PhaseStatus before={livePage.when} state={state} />
      <p {...shownIn("before", "today")}>{livePage.before}</p>
      <EnterClass href={links.live} />
      <WatchReplay />
    </MessagePage>
  );
}
