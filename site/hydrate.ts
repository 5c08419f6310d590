import { draftKey, load } from "./capture/memory/browser-storage.ts";
import { keepPressed } from "./capture/memory/pressed.ts";
import { showGroupAddresses, showSignUpOnReturn } from "./capture/memory/signed-up.ts";
import {
  addSourceToForms,
  rememberVisitSource,
  visitSources,
} from "./capture/memory/visit-source.ts";
import { autoOpenPopup, fillingIn, showFloatingCta, trackOpenings } from "./capture/popup/popup.ts";
import { countVisit, noteEvents } from "./counting/count-visit.ts";
import { readSchedule } from "./event/event-now.ts";
import { followEvent } from "./event/follow-event.ts";
import { applyTextFonts } from "./text-fonts.ts";
import { rememberCalmMode } from "./ui/calm/calm-mode.ts";
import { moveCarousels } from "./ui/carousel/move-carousel.ts";
import { polyfillInvokerCommands } from "./ui/dialog/older-browsers.ts";
import { playVideos } from "./ui/play-videos.ts";

// The script of the landing page: starts all parts that need no React, and brings React when a form is about to be used.

/**
 * What the visitor is about to use when the pointer, a finger or the focus comes to it. The selector names the
 * button, because an open popup has the attribute `data-cta` too, and to close the popup is not to use a form.
 */
const formsAndCalls = "form, button[data-cta]";

const retryMs = 3_000;

/** Without an answer for this long the connection may be lost, so the form may be sent again. */
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
  trackOpenings,
  showFloatingCta,
  openOneAnswer,
  playVideos,
  moveCarousels,
  followEvent,
  (page) => afterLoad((msSinceLoad) => autoOpenPopup(page, msSinceLoad)),
  (page) => afterLoad(() => readSchedule(page)?.preview || countVisit(visitSources())),
];

// Each part starts in its own microtask: an error in one part is logged and does not stop the others.
for (const step of steps) queueMicrotask(() => step(document));
// The tests wait for the attribute.
document.documentElement.dataset["scripted"] = "";
hydrateWhenFormsAreUsed(document);

/**
 * Calls `start` once the page has loaded, with the time since then, or since the visitor first saw it: a tab may have
 * waited in the background.
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

/** Closes the other answers of a list when one opens: older browsers do not know the `name` of `<details>`. */
function openOneAnswer(page: Document): void {
  const close = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement && target.open)) return;
    for (const other of target.parentElement?.querySelectorAll("details") ?? [])
      if (other !== target) other.open = false;
  };
  // `toggle` does not bubble.
  page.addEventListener("toggle", close, true);
}

/**
 * Without the network the browser itself would leave the page for an error of its own. What the form holds waits instead, is
 * told below its button, and is sent by React, which comes with the network.
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
 * While the browser itself is sending a form, further presses send nothing: with a slow answer each of them would become
 * a sign-up of its own. React prevents the browser's sending, and sees to its own presses.
 */
function sendFormsOnce(page: Document): void {
  let underWay = false;
  page.addEventListener("submit", stopRepeated, true);
  page.addEventListener("submit", ({ defaultPrevented }) => {
    if (defaultPrevented) return;
    underWay = true;
    setTimeout(allowSending, mayRepeatAfterMs);
  });
  // The visitor came back to this page, which the browser had kept as it was.
  addEventListener("pageshow", allowSending);

  function stopRepeated(event: Event): void {
    if (!underWay) return;
    event.preventDefault();
    // React may have come meanwhile, and would send the form too.
    event.stopPropagation();
  }

  function allowSending(): void {
    underWay = false;
  }
}

/**
 * Hydrates the islands once the visitor is about to use a form: this is the only place that decides when React is loaded.
 * Until then the browser itself opens the popup and posts the forms. The popup that opens by itself does not count,
 * because a visitor who only closes it needs no React.
 *
 * When hydration fails, it is tried again at the next use.
 */
function hydrateWhenFormsAreUsed(page: Document): void {
  let begun = false;

  function use(): void {
    // Older browsers remember a failed import: `load-page-script.ts`.
    if (begun || !navigator.onLine) return;
    begun = true;
    hydrate(page).catch((error: unknown) => {
      console.error(error);
      setTimeout(() => {
        begun = false;
      }, retryMs);
    });
  }

  // A finger sends `pointerover` when it touches the screen, before the browser knows whether it is a press.
  for (const type of ["pointerover", "focusin"])
    page.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest(formsAndCalls)) use();
    });
  /** A form has to be filled with what failed to be sent, or send what waits, or was used before this script or the network came. */
  function bringIfWanted(): void {
    const draft = load("tab", draftKey) ?? load("device", draftKey);
    if (draft ?? page.querySelector(`dialog[open], ${fillingIn}`)) use();
  }

  addEventListener("online", bringIfWanted);
  bringIfWanted();
}

/** Requests React and the islands at once. They are two files, because the browser can handle a tap between two tasks. */
async function hydrate(page: Document): Promise<void> {
  const [{ hydrateIslands }] = await Promise.all([
    import("./islands.tsx"),
    import("./react-roots.ts"),
  ]);
  hydrateIslands(page);
}
