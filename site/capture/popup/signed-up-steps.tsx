import { signedUp } from "#content/messages.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { dated, OpenOrAfter, shownIn } from "#site/event/event-words.tsx";
import { Button } from "#site/ui/button.tsx";
import { GroupLink, InviteFriend, OtherGroup } from "./next-steps.tsx";
import { leadPopupId } from "./popup.ts";
import "./signed-up-steps.first.css";

/**
 * What a visitor who has signed up on this device needs next, in place of the first call to action. It stands apart from
 * `next-steps.tsx`, because its styles come with those of the first screen, which only the landing page may have.
 */
export function SignedUpSteps() {
  return (
    // The steps are shown in all phases, but `show-event.ts` needs `data-in` to move their focus to the call to action
    // that a new phase shows in their place.
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
 * For a visitor who has signed up: the calls to action, which are hidden then, were the other ways into the popup. Who comes
 * back can invite a friend too.
 */
export function ForOthers({ siteUrl }: { siteUrl: string }) {
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
          <InviteFriend siteUrl={siteUrl} />
        </span>
      </p>
    </div>
  );
}
