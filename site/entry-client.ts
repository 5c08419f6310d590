import { keepPressed } from "./capture/memory/pressed.ts";
import {
  offerOtherGroup,
  showGroupAddresses,
  showSignUpOnReturn,
} from "./capture/memory/signed-up.ts";
import {
  addSourceToForms,
  rememberVisitSource,
  visitSources,
} from "./capture/memory/visit-source.ts";
import { autoOpenPopup, trackOpenings } from "./capture/popup/popup.ts";
import { showFloatingCta } from "./capture/popup/show-floating-cta.ts";
import { countVisit, noteEvents } from "./counting/count-visit.ts";
import { followEvent } from "./event/follow-event.ts";
import { readSchedule } from "./event/show-event.ts";
import { hydrateOnUse } from "./islands/hydrate-on-use.ts";
import { applyTextFonts } from "./text-fonts.ts";
import { rememberCalmMode } from "./ui/calm-mode.ts";
import { polyfillInvokerCommands } from "./ui/dialog/older-browsers.ts";
import { moveCarousels } from "./ui/move-carousel.ts";
import { playVideos } from "./ui/play-videos.ts";

// The entry of the browser: starts all parts of the landing page that need no React. `islands/` loads React.

/** If the server has not answered after this time, the connection may be lost, so the form may be sent again. */
const mayRepeatAfterMs = 10_000;

const steps: ((page: Document) => unknown)[] = [
  noteEvents,
  applyTextFonts,
  polyfillInvokerCommands,
  rememberCalmMode,
  (page) => rememberVisitSource(new URL(location.href), page.referrer),
  addSourceToForms,
  keepFormsWithoutNetwork,
  sendFormsOnce,
  showSignUpOnReturn,
  showGroupAddresses,
  offerOtherGroup,
  trackOpenings,
  showFloatingCta,
  openOneAnswer,
  playVideos,
  moveCarousels,
  followEvent,
  (page) => afterLoad((msSinceLoad) => autoOpenPopup(page, msSinceLoad)),
  (page) => afterLoad(() => readSchedule(page)?.preview || countVisit(visitSources())),
];

// Each part starts in its own microtask: an error in one part is logged and does not stop the other parts.
for (const step of steps) queueMicrotask(() => step(document));
// The tests wait for the attribute `data-scripted`.
document.documentElement.dataset["scripted"] = "";
hydrateOnUse(document);

/**
 * Calls `start` once the page has loaded, with the time since the loading, or since the first paint if that was later:
 * a tab may have waited in the background.
 */
function afterLoad(start: (msSinceLoad: number) => unknown): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0));
  else {
    const [navigation] = performance.getEntriesByType("navigation");
    const isTimed = navigation instanceof PerformanceNavigationTiming;
    const [paint] = performance.getEntriesByType("paint");
    const loaded = isTimed ? navigation.loadEventStart : 0;
    start(performance.now() - Math.max(loaded, paint?.startTime ?? 0));
  }
}

/** Closes the other answers of a list when an answer opens: older browsers do not know the `name` of `<details>`. */
function openOneAnswer(page: Document): void {
  const close = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement && target.open)) return;
    for (const other of target.parentElement?.querySelectorAll("details") ?? [])
      if (other !== target) other.open = false;
  };
  // The event `toggle` does not bubble, so the listener runs in the capture phase.
  page.addEventListener("toggle", close, true);
}

/**
 * Without the network, a submit would replace the page by an error page of the browser. Instead the device keeps what
 * the form contains, a sentence below its button says so, and React, which loads when the network is back, sends it.
 */
function keepFormsWithoutNetwork(page: Document): void {
  page.addEventListener("submit", (event) => {
    const { target: form, defaultPrevented } = event;
    if (defaultPrevented || navigator.onLine || !(form instanceof HTMLFormElement)) return;
    if (!keepPressed(form)) return;
    event.preventDefault();
    const told = form.querySelector<HTMLElement>("[data-waits]");
    told?.removeAttribute("hidden");
    told?.scrollIntoView({ block: "nearest" });
  });
}

/**
 * While the browser itself is sending a form, further presses send nothing: with a slow answer each press would become
 * another sign-up. Once React handles the form, React stops the browser from sending it, and ignores repeated presses
 * itself.
 */
function sendFormsOnce(page: Document): void {
  let underWay = false;
  page.addEventListener("submit", stopRepeated, true);
  page.addEventListener("submit", ({ defaultPrevented }) => {
    if (defaultPrevented) return;
    underWay = true;
    setTimeout(allowSending, mayRepeatAfterMs);
  });
  // The visitor came back to this page, and the browser had kept the page as it was.
  addEventListener("pageshow", allowSending);

  function stopRepeated(event: Event): void {
    if (!underWay) return;
    event.preventDefault();
    // React may have loaded meanwhile, and would also send the form.
    event.stopPropagation();
  }

  function allowSending(): void {
    underWay = false;
  }
}
