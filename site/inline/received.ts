import { openShareSheet } from "#site/capture/friend/share-sheet.ts";
import { rememberReceived } from "#site/capture/memory/signed-up.ts";

// For the page that follows a sign-up without script.
rememberReceived(document);
openShareSheet(document);

// The server does not know that the page is for Android: see `next-steps.tsx`.
if (/Android/.test(navigator.userAgent)) {
  const calendars = document.querySelector(".next-steps__links");
  calendars?.append(...[...calendars.children].reverse());
}
