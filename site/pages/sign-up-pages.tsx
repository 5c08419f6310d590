import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { after } from "#content/phases.ts";
import { success } from "#content/success.ts";
import type { EventState } from "#event/event-state.ts";
import type { LeadField } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { attributesIf, textMark } from "#lead/retry-page-marks.ts";
import { FieldProblemText, LeadFields } from "#site/capture/form/lead-fields.tsx";
import { ConsentBox, LeadForm, SignUpNotice, SubmitButton } from "#site/capture/form/lead-form.tsx";
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

// The pages that visitors see after a sign-up.

/**
 * The page that the server sends when a form that was posted without script has problems. The server replaces the marks
 * in this page.
 */
export function Retry() {
  return (
    <MessagePage title={textMark("title")} text={textMark("message")}>
      <RetryForm />
    </MessagePage>
  );
}

const idPrefix = "retry";
const consentProblemId = `${idPrefix}-consent-problem`;

const values = eachField(textMark);
const problems = eachField((field) => textMark(`${field}-problem`));

/**
 * The form of the retry page, for visitors who come from the popup or from the form in the page. The server replaces
 * its marks by what the visitor typed. Only the form in the page asks for consent: for visitors from the popup the
 * consent box is disabled, so that the browser does not require a tick.
 */
function RetryForm() {
  return (
    <LeadForm surface={textMark("surface")} wording={messages.wordings.current.notice}>
      <LeadFields
        idPrefix={idPrefix}
        values={values}
        problems={problems}
        markInvalid={markInvalid}
      />
      <div {...attributesIf("not-from-page", "hidden")}>
        <ConsentBox
          required
          {...attributesIf("consented", "checked")}
          {...attributesIf("not-from-page", "disabled")}
          {...markInvalid("consent", consentProblemId)}
        />
        <FieldProblemText id={consentProblemId}>{textMark("consent-problem")}</FieldProblemText>
      </div>
      <SubmitButton label={messages.form.submit} />
      <div {...attributesIf("from-page", "hidden")}>
        <SignUpNotice />
      </div>
    </LeadForm>
  );
}

function markInvalid(field: LeadField | "consent", problemId: string) {
  return attributesIf(`${field}-problem`, `aria-invalid=true aria-describedby=${problemId}`);
}

/** The page that confirms a sign-up which was sent without script. */
export function Received({ state }: { state: EventState }) {
  return (
    <MessagePage title={success.title}>
      <NextSteps times={{ ...state.edition, ...state.times }} />
      <script>{received}</script>
    </MessagePage>
  );
}

/**
 * The page whose address is in e-mails about the class. While the class is open, our server sends the visitor on to the
 * room, and the page does not contain the room's address. A static host cannot send the visitor on: for it the build
 * writes the room's address into the link.
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
