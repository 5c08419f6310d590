import { offerOtherGroup, rememberReceived } from "#site/capture/memory/signed-up.ts";

// Runs on the page that confirms a sign-up which the browser itself sent, before React had loaded.
rememberReceived(document);
offerOtherGroup(document);
