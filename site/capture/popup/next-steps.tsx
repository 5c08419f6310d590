import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { landingPage } from "#content/pages.ts";
import { calendarFilePath, googleCalendarUrl } from "#event/calendar.ts";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import "./next-steps.css";

const { success } = messages;

/** The next steps after a sign-up: in the popup, and on the page that follows a sign-up without script. */
export function NextSteps() {
  return (
    <div className="next-steps">
      <p>{success.text}</p>
      <p className="next-steps__when">{success.when}</p>
      <p className="next-steps__title">{success.calendarTitle}</p>
      <ul className="next-steps__links">
        <li>
          <a className="next-steps__file" href={calendarFilePath} download="">
            {success.calendarFile}
          </a>
        </li>
        <li>
          <NewTabLink href={googleCalendar()}>{success.googleCalendar}</NewTabLink>
        </li>
      </ul>
      <p className="next-steps__voucher">{success.voucherText}</p>
      <ul className="next-steps__links">
        <li>
          <NewTabLink href={links.checkout}>{success.voucher}</NewTabLink>
        </li>
        <li>
          <NewTabLink href={links.group}>{success.group}</NewTabLink>
        </li>
      </ul>
    </div>
  );
}

function googleCalendar(): string {
  return googleCalendarUrl({
    period: import.meta.env.EVENT_PERIOD,
    title: landingPage.name,
    text: landingPage.description,
  });
}
