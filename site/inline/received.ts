import { offerOtherGroup, rememberReceived } from "#site/capture/memory/signed-up.ts";

// For the page that follows a sign-up without script.
rememberReceived(document);
offerOtherGroup(document);
