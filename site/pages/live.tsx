import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { livePage } from "#content/phases.ts";
import { functionOrigin } from "#site/capture/memory/signed-up.ts";
import { dated } from "#site/event/dated.tsx";
import { EnterClass, PhaseStatus, shownIn, WatchReplay } from "#site/event/in-phase.tsx";
import { MessagePage } from "./message-page.tsx";

/**
 * The address of the class in e-mails. Our server sends the visitor on to the room while the class is open, and the page
 * does not hold the room's address. A static host cannot send the visitor on, so that there the page holds it.
 */
export function Live() {
  return (
    <MessagePage title={livePage.title}>
      <PhaseStatus before={livePage.when} />
      <p {...shownIn("before", "today")}>{dated(livePage.before)}</p>
      <EnterClass href={functionOrigin ? links.live : paths.live} />
      <WatchReplay />
    </MessagePage>
  );
}
