import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { after } from "#content/phases.ts";
import { calendarFilePath, googleCalendarUrl } from "#event/calendar.ts";
import { InviteFriend } from "#site/capture/friend/invite-friend.tsx";
import { GroupLink, OtherGroup } from "#site/capture/group/group-link.tsx";
import { EnterClass, OpenOrAfter, PhaseStatus, shownIn } from "#site/event/in-phase.tsx";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import "./next-steps.css";

type Times = { start: number; end: number; hour: string };

type NextStepsProps = {
  /** When the class is; missing on a page that does not follow the event. */
  times: Times | undefined;
  /** The address of the group for the person who has signed up, if this page knows it. */
  group?: string | undefined;
};

const { success } = messages;
const siteUrl = import.meta.env.SITE_URL;
/** False while the page is built: Node.js is not on Android. */
const isAndroid = /Android/.test(globalThis.navigator?.userAgent);

/** The next steps after a sign-up: in the landing page, and on the page that follows a sign-up without script. */
export function NextSteps({ times, group }: NextStepsProps) {
  return (
    <div className="next-steps">
      <p className="next-steps__text">
        <OpenOrAfter open={success.text} after={after.success} />
      </p>
      <PhaseStatus
        className="next-steps__when"
        phases={["before", "today", "doors", "live", "waiting"]}
        before={success.when}
      />
      <p {...shownIn("before", "today")}>{success.wayIn}</p>
      <EnterClass />
      <GroupSteps group={group} />
      <CalendarLinks times={times} />
      <div className="next-steps__apart" {...shownIn("open")}>
        <p>{success.voucherText}</p>
        <NewTabLink href={links.checkout}>{success.voucher}</NewTabLink>
      </div>
      <p className="next-steps__apart next-steps__note" {...shownIn("open")}>
        <InviteFriend />
      </p>
    </div>
  );
}

/** The link to the group is the only filled button, but while the class is open the way into the class is. */
function GroupSteps({ group }: Pick<NextStepsProps, "group">) {
  return (
    <>
      <GroupLink group={group} {...shownIn("before", "today", "waiting", "after")} />
      <GroupLink className="button--quiet" group={group} {...shownIn("doors", "live")} />
      <div className="next-steps__note">
        <p>{success.groupNote}</p>
        <OtherGroup group={group} />
      </div>
    </>
  );
}

/** On Android, where a file opens no calendar by itself, Google's calendar comes first: see also `received.ts`. */
function CalendarLinks({ times }: Pick<NextStepsProps, "times">) {
  const google = times && googleCalendarUrl({ siteUrl, period: times, hour: times.hour });
  const calendars = [
    <li key="file">
      <a className="next-steps__file" href={calendarFilePath} download="">
        {success.calendarFile}
      </a>
    </li>,
    google && (
      <li key="google">
        <NewTabLink href={google} data-event-value="googleCalendar">
          {success.googleCalendar}
        </NewTabLink>
      </li>
    ),
  ];
  return (
    <div className="next-steps__calendar" {...shownIn("before", "today", "doors", "waiting")}>
      <p className="next-steps__title">{success.calendarTitle}</p>
      <ul className="next-steps__links">{isAndroid ? calendars.reverse() : calendars}</ul>
    </div>
  );
}
