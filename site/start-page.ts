import { sendFormsOnce } from "./capture/form/send-forms-once.ts";
import { showGroupAddresses } from "./capture/group/show-group-addresses.ts";
import { savedGroup, showSignUpOnReturn } from "./capture/memory/signed-up.ts";
import {
  addSourceToForms,
  rememberVisitSource,
  visitSources,
} from "./capture/memory/visit-source.ts";
import { autoOpenPopup, showFloatingCta, trackOpenings } from "./capture/popup/popup.ts";
import { countVisit } from "./counting/count-visit.ts";
import { noteEvents, notes } from "./counting/notes.ts";
import { followEvent } from "./event/follow-event.ts";
import { readSchedule } from "./event/present.ts";
import { applyTextFonts } from "./text-fonts.ts";
import { rememberCalmMode } from "./ui/calm/calm-mode.ts";
import { moveCarousels } from "./ui/carousel/move-carousel.ts";
import { polyfillClosedBy, polyfillInvokerCommands } from "./ui/dialog/older-browsers.ts";
import { playVideos } from "./ui/play-videos.ts";

const steps: ((page: Document) => unknown)[] = [
  noteEvents,
  applyTextFonts,
  polyfillInvokerCommands,
  polyfillClosedBy,
  rememberCalmMode,
  (page) => rememberVisitSource(new URL(location.href), page.referrer),
  addSourceToForms,
  sendFormsOnce,
  showSignUpOnReturn,
  (page) => showGroupAddresses(page, savedGroup()),
  trackOpenings,
  showFloatingCta,
  playVideos,
  moveCarousels,
  followEvent,
  (page) => afterLoad((msSinceLoad) => autoOpenPopup(page, msSinceLoad)),
  (page) => afterLoad(() => countView(page)),
];

/**
 * Starts every part of the page that needs no React. Each part starts in its own microtask: an error in one part is
 * logged and does not stop the others.
 */
export function startPage(page: Document): void {
  for (const step of steps) queueMicrotask(() => step(page));
  // `landing-fonts.css` needs the attribute, and the tests wait for it.
  page.documentElement.dataset["scripted"] = "";
}

/** Calls `start` once the page has loaded, with the time since then. */
function afterLoad(start: (msSinceLoad: number) => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0), { once: true });
  else start(performance.now() - loadedAtMs());
}

function countView(page: Document): void {
  if (!readSchedule(page)?.preview) countVisit(notes, visitSources());
}

function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}
