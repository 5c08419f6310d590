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

/** When the class is; missing on a page that does not follow the event. */
type TimesProps = { times: GoogleEntry["times"] | undefined };

const { friend } = messages;
/** In a browser the address that the page names as its own: the server may be at another one than the build was for. */
const siteUrl = import.meta.env.SSR
  ? import.meta.env.SITE_URL
  : new URL(document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href)
      .origin;
/** Where a friend arrives: the page counts visits by this source. */
const invitedPath = "/?utm_source=indicacao";

/** The confirmation of a sign-up: when the class is, and the ways to the group and to the voucher. */
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

/** The way into the group, as a button: after a sign-up on this device the person's own way. */
export function GroupLink() {
  return (
    <NewTabButton href={groupAddress(savedGroup())} data-group-path={paths.group}>
      {dated(success.group)}
    </NewTabButton>
  );
}

/**
 * The way to another group. It is shown after a press on the group's button: only then the visitor can know that it is full.
 * Only our own server knows other groups.
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
export function InviteFriend() {
  const { text, label } = friend;
  // A new message in the chat app, up to its text. Without a number, the visitor chooses who receives it.
  const chat = fill(links.supportChat, { phone: "" });
  const message = encodeURIComponent(`${text} ${siteUrl}${invitedPath}`);
  return <NewTabLink href={chat + message}>{dated(label)}</NewTabLink>;
}
