import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { after } from "#content/phases.ts";
import type { EventState } from "#event/event-state.ts";
import { RetryForm, retryWords } from "#site/capture/form/retry-form.tsx";
import { CalendarLinks, NextSteps } from "#site/capture/popup/next-steps.tsx";
import {
  dated,
  EnterClass,
  EnterLater,
  PhaseStatus,
  shownIn,
  WatchReplay,
} from "#site/event/event-words.tsx";
import received from "#site/inline/received.ts?script";
import { ButtonLink } from "#site/ui/button.tsx";
import { HiddenPrice } from "#site/ui/ornaments.tsx";
import { MessagePage } from "./message-page.tsx";

// The pages to which a sign-up leads.

/**
 * The page that the server sends when a form that was posted without script has problems. The server replaces the marks
 * in the page.
 */
export function Retry() {
  return (
    <MessagePage title={retryWords.title} text={retryWords.message}>
      <RetryForm />
    </MessagePage>
  );
}

/** The page that follows a sign-up without script. */
export function Received({ state }: { state: EventState }) {
  return (
    <MessagePage title={messages.success.title}>
      <NextSteps times={{ ...state.edition, ...state.times }} />
      <script>{received}</script>
    </MessagePage>
  );
}

/**
 * The address of the class in e-mails. Our server sends the visitor on to the room while the class is open, and the page
 * does not hold the room's address. A static host cannot send the visitor on: there the build writes the address into the link.
 */
export function Live({ state }: { state: EventState }) {
  return (
    <MessagePage title={<PhaseStatus as="span" />}>
      <EnterLater />
      <EnterClass data-event-value="room" />
      <WatchReplay />
      <CalendarLinks times={{ ...state.edition, ...state.times }} />
      <div className="message-page__price" {...shownIn("open")}>
        <HiddenPrice currency={launch.currency} label={hero.priceLabel} />
      </div>
      <ButtonLink href="/" {...shownIn("after")}>
        {dated(after.cta)}
      </ButtonLink>
    </MessagePage>
  );
}
