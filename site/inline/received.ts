import { offerOtherGroup, rememberReceived } from "#site/capture/memory/signed-up.ts";

// This script is in the page that confirms a sign-up sent without script.
rememberReceived(document);
offerOtherGroup(document);
