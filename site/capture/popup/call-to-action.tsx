import { signedUp } from "#content/success.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { CallLabel, dated, OpenOrAfter, shownIn } from "#site/event/event-words.tsx";
import { Button, ButtonLink } from "#site/ui/button.tsx";
import { GroupLink, InviteFriend, OtherGroup } from "./next-steps.tsx";
import { leadPopupId } from "./popup.ts";
import "./call-to-action.first.css";

type CallProps = { label: string; from: string; className?: string };

/**
 * A button that opens the popup without our script. Browsers in which a button cannot open a dialog show a link to the
 * form in the page instead.
 */
export function CallToAction({ label, from }: CallProps) {
  return (
    <>
      <LeadPopupButton label={label} from={from} className="call-to-action" />
      <ButtonLink className="call-to-action" href="#form-section">
        <CallLabel open={label} />
      </ButtonLink>
    </>
  );
}

export function LeadPopupButton({ label, from, ...rest }: CallProps) {
  return (
    <Button {...rest} command="show-modal" commandfor={leadPopupId} data-cta={from}>
      <CallLabel open={label} />
    </Button>
  );
}

/** The next steps for a visitor who has signed up on this device, in place of the first call to action. */
export function SignedUpSteps() {
  return (
    // The steps are shown in all phases, but `show-event.ts` needs the attribute `data-in`: when a new phase shows a
    // call to action instead of the steps, it moves the focus from the steps to this call to action.
    <div className="signed-up-steps signed-up" {...shownIn("open", "after")}>
      <p className="signed-up-steps__done signed-up__later">
        <OpenOrAfter open={signedUp.done} after={signedUp.doneNext} />
      </p>
      <GroupLink />
      <p className="signed-up-steps__links signed-up__later">
        <a href={calendarFilePath} download="" {...shownIn("before", "today", "doors", "waiting")}>
          {dated(signedUp.calendar)}
        </a>
        <OtherGroup />
      </p>
    </div>
  );
}

/**
 * A button for a visitor who has signed up and wants to sign up another person: then all calls to action, which also
 * open the popup, are hidden. On a later visit the visitor can invite a friend too.
 */
export function ForOthers() {
  return (
    <div className="section__words">
      <Button
        className="button--quiet signed-up"
        command="show-modal"
        commandfor={leadPopupId}
        data-cta="another"
      >
        {dated(signedUp.anotherCall)}
      </Button>
      <p {...shownIn("open")}>
        <span className="signed-up__later">
          <InviteFriend />
        </span>
      </p>
    </div>
  );
}
