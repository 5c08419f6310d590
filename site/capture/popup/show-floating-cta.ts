import { load, save } from "#site/ui/browser-storage.ts";

const dismissedName = "floating-cta-dismissed";

/** The form and the footer, which the floating bar must not cover: the bar is hidden while one of them is in view. */
const neverCovered = "#form-section, footer";

/** The greatest height in pixels that the floating bar can take at the bottom of the window, with its margins. */
const reservedPx = 160;

/**
 * Shows the floating bar after some scrolling, until it is closed, but never over the form, the footer or the focus.
 */
export function showFloatingCta(page: Document): void {
  const bar = page.querySelector<HTMLElement>("[data-after-px]");
  if (!bar) return;
  const afterPx = Number(bar.dataset["afterPx"]);
  const places = [...page.querySelectorAll(neverCovered)];

  const update = (): void => {
    bar.hidden =
      scrollY <= afterPx ||
      load("tab", dismissedName) === true ||
      places.some((place) => isInWindow(place, 0)) ||
      coversFocus(bar);
  };

  bar.querySelector("[aria-label]")?.addEventListener("click", () => {
    save("tab", dismissedName, true);
    focusInView(bar);
    update();
  });
  for (const type of ["scroll", "resize", "focusin"])
    addEventListener(type, update, { passive: true });
  update();
}

/** If the focus is in the bar, which is being closed, gives the focus to the section that the visitor is reading. */
function focusInView(bar: HTMLElement): void {
  if (!bar.contains(bar.ownerDocument.activeElement)) return;
  const inView = bar.ownerDocument.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const section = inView?.closest<HTMLElement>("section");
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

function coversFocus(bar: HTMLElement): boolean {
  const { activeElement: focused } = bar.ownerDocument;
  // A press on a text focuses `main`, but does not mean that the visitor uses `main`.
  if (!focused || focused.matches("body, main, section, dialog, dialog *, [data-after-px] *"))
    return false;
  return isInWindow(focused, innerHeight - reservedPx);
}

/** Whether a part of the element is in the window, below the height `fromPx`. */
function isInWindow(element: Element, fromPx: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > fromPx && top < innerHeight;
}
