import type { ComponentProps } from "react";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { after } from "#content/phases.ts";
import { success } from "#content/success.ts";
import { calendarFilePath, type GoogleEntry, googleCalendarUrl } from "#event/calendar.ts";
import { functionOrigin, personalAddress, savedGroup } from "#site/capture/memory/signed-up.ts";
import {
  dated,
  EnterClass,
  EnterLater,
  openPhases,
  PhaseStatus,
  shownIn,
} from "#site/event/event-words.tsx";
import { NewTabButton, NewTabLink } from "#site/ui/button.tsx";
import "./next-steps.css";

/** The date and the hour of the class; undefined on a page that does not follow the event. */
type TimesProps = { times: GoogleEntry["times"] | undefined };

const { friend } = messages;
/** The public address of the site. A browser reads it from the page: the server may have another one than the build. */
const siteUrl = import.meta.env.SSR
  ? import.meta.env.SITE_URL
  : new URL(document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href)
      .origin;
/** The link that a friend gets: the page counts visits through it under the source `indicacao`. */
const invitedPath = "/?utm_source=indicacao";

/** The confirmation of a sign-up: when the class is, and links to the group and to the voucher. */
export function NextSteps({ times, ...rest }: TimesProps & ComponentProps<"div">) {
  return (
    <div {...rest} className="next-steps">
      <PhaseStatus className="class-status" phases={openPhases} />
      <p className="class-status" {...shownIn("after")}>
        {dated(after.success)}
      </p>
      <EnterLater />
      <EnterClass href={personalAddress(paths.live, savedGroup())} />
      <GroupLink />
      <div className="next-steps__note quiet">
        <p>{dated(success.groupNote)}</p>
        <OtherGroup />
      </div>
      <div {...shownIn("open")}>
        <p>{dated(success.voucherText)}</p>
        <NewTabLink href={links.checkout}>{dated(success.voucher)}</NewTabLink>
      </div>
      <CalendarLinks times={times} />
    </div>
  );
}

export function CalendarLinks({ times }: TimesProps) {
  const google = times && googleCalendarUrl({ siteUrl, times });
  return (
    <p className="next-steps__note quiet" {...shownIn("before", "today", "doors", "waiting")}>
      {dated(success.calendar)}{" "}
      <a href={calendarFilePath} download="">
        {dated(success.calendarFile)}
      </a>
      {google && (
        <>
          {" · "}
          <NewTabLink href={google} data-event-value="googleCalendar">
            {dated(success.googleCalendar)}
          </NewTabLink>
        </>
      )}
    </p>
  );
}

/** The button that leads to the group. After a sign-up on this device it has the person's own link. */
export function GroupLink() {
  return (
    <NewTabButton href={groupAddress(savedGroup())} data-group-path={paths.group}>
      {dated(success.group)}
    </NewTabButton>
  );
}

/**
 * The link to another group. It is shown after a press of the group button, because only then can the visitor know that
 * the group is full. Only our own server knows other groups.
 */
export function OtherGroup() {
  const href = otherGroupAddress(savedGroup());
  return (
    href && (
      <NewTabLink
        className="new-tab-link other-group"
        href={href}
        data-group-path={paths.otherGroup}
      >
        {dated(success.otherGroup)}
      </NewTabLink>
    )
  );
}

/**
 * The address of the group; `answered` is the person's link to the group from the answer of the lead function. If the
 * lead function has another origin, a visitor without such a link gets the invitation itself, because another
 * implementation of the function may know no groups.
 */
export function groupAddress(answered?: string): string {
  return personalAddress(paths.group, answered) ?? (functionOrigin ? links.group : paths.group);
}

/** The address at which a visitor asks for another group; undefined if only the invitation is known. */
export function otherGroupAddress(answered?: string): string | undefined {
  return (
    personalAddress(paths.otherGroup, answered) ?? (functionOrigin ? undefined : paths.otherGroup)
  );
}

/**
 * A link that opens a message to a friend in the chat app. The message contains no date, because the date could change
 * before the friend reads the message.
 */
export function InviteFriend() {
  const { text, label } = friend;
  // The address of a new message in the chat app, up to its text. The visitor chooses who receives the message.
  const chat = fill(links.supportChat, { phone: "" });
  const message = encodeURIComponent(`${text} ${siteUrl}${invitedPath}`);
  return <NewTabLink href={chat + message}>{dated(label)}</NewTabLink>;
}
