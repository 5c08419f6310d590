import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { after } from "#content/phases.ts";
import { calendarFilePath, type GoogleEntry, googleCalendarUrl } from "#event/calendar.ts";
import { functionOrigin, personalAddress, savedGroup } from "#site/capture/memory/signed-up.ts";
import { dated } from "#site/event/dated.tsx";
import { EnterClass, OpenOrAfter, PhaseStatus, shownIn } from "#site/event/in-phase.tsx";
import { NewTabButton, NewTabLink } from "#site/ui/new-tab-link.tsx";
import "./next-steps.css";

/** `times` is when the class is; missing on a page that does not follow the event. */
type NextStepsProps = { times: GoogleEntry["times"] | undefined };

const { success, friend } = messages;
/** In a browser the address that the page names as its own: the server may be at another one than the build was for. */
const siteUrl = import.meta.env.SSR
  ? import.meta.env.SITE_URL
  : new URL(document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href)
      .origin;
/** Where a friend arrives: the page counts visits by this source. */
const invitedPath = "/?utm_source=indicacao";

/** The next steps after a sign-up: in the landing page, and on the page that follows a sign-up without script. */
export function NextSteps({ times }: NextStepsProps) {
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
      <p {...shownIn("before", "today")}>{dated(success.wayIn)}</p>
      <EnterClass href={personalAddress(paths.live, savedGroup())} />
      <GroupSteps />
      <CalendarLinks times={times} />
      <div className="next-steps__apart" {...shownIn("open")}>
        <p>{dated(success.voucherText)}</p>
        <NewTabLink href={links.checkout}>{dated(success.voucher)}</NewTabLink>
      </div>
      <p className="next-steps__apart next-steps__note" {...shownIn("open")}>
        <InviteFriend />
      </p>
    </div>
  );
}

/** The link to the group is the only filled button, but while the class is open the way into the class is. */
function GroupSteps() {
  return (
    <>
      <GroupLink {...shownIn("before", "today", "waiting", "after")} />
      <GroupLink className="button--quiet" {...shownIn("doors", "live")} />
      <div className="next-steps__note">
        <p>{dated(success.groupNote)}</p>
        <OtherGroup />
      </div>
    </>
  );
}

function CalendarLinks({ times }: NextStepsProps) {
  const google = times && googleCalendarUrl({ siteUrl, times });
  return (
    <div className="next-steps__calendar" {...shownIn("before", "today", "doors", "waiting")}>
      <p className="next-steps__title">{dated(success.calendarTitle)}</p>
      <ul className="next-steps__links">
        <li>
          <a className="next-steps__file" href={calendarFilePath} download="">
            {dated(success.calendarFile)}
          </a>
        </li>
        {google && (
          <li>
            <NewTabLink href={google} data-event-value="googleCalendar">
              {dated(success.googleCalendar)}
            </NewTabLink>
          </li>
        )}
      </ul>
    </div>
  );
}

/** The way into the group, as a button: after a sign-up on this device the person's own way. */
export function GroupLink(props: { className?: string }) {
  return (
    <NewTabButton {...props} href={groupAddress(savedGroup())} data-group-path={paths.group}>
      {dated(success.group)}
    </NewTabButton>
  );
}

/** The way to another group. Only our own server knows other groups. */
export function OtherGroup() {
  const href = otherGroupAddress(savedGroup());
  return (
    href && (
      <NewTabLink href={href} data-group-path={paths.otherGroup}>
        {dated(success.otherGroup)}
      </NewTabLink>
    )
  );
}

/**
 * The address of the group; `answered` is the person's link to the group, as the lead function has answered it. With the
 * lead function elsewhere a visitor without such a link gets the invitation itself, because another implementation of the
 * function may know no groups.
 */
export function groupAddress(answered?: string): string {
  return personalAddress(paths.group, answered) ?? (functionOrigin ? links.group : paths.group);
}

/** The address at which a visitor asks for another group; undefined where no group but the invitation is known. */
export function otherGroupAddress(answered?: string): string | undefined {
  return (
    personalAddress(paths.otherGroup, answered) ?? (functionOrigin ? undefined : paths.otherGroup)
  );
}

/**
 * Opens a message to a friend in the chat app. The message names no date, which could have changed when the friend reads
 * it.
 */
function InviteFriend() {
  const { text, label } = friend;
  // A new message in the chat app, up to its text. Without a number, the visitor chooses who receives it.
  const chat = fill(links.supportChat, { phone: "" });
  const message = encodeURIComponent(`${text} ${siteUrl}${invitedPath}`);
  return <NewTabLink href={chat + message}>{dated(label)}</NewTabLink>;
}
