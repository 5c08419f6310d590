import { followEvent } from "./event/follow-event.ts";

// The landing page's own script follows the event too. This one is for the other pages.
followEvent(document);
