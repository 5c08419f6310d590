import { hasDraft } from "./capture/memory/draft-key.ts";
import { fillingIn } from "./capture/popup/auto-open-popup.ts";

/**
 * What the visitor is about to use when the pointer, a finger or the focus comes to it. The selector names the
 * button, because an open popup has the attribute `data-cta` too, and to close the popup is not to use a form.
 */
const formsAndCalls = "form, button[data-cta]";

const retryMs = 3_000;

/**
 * Calls `hydrate` once the visitor is about to use a form: this is the only place that decides when React is loaded. Until
 * then the browser itself opens the popup and posts the forms. The popup that opens by itself does not count, because
 * a visitor who only closes it needs no React.
 *
 * When hydration fails, it is tried again at the next use.
 */
export function whenFormsAreUsed(
  page: Document,
  hydrate: (page: Document) => Promise<unknown>,
): void {
  let begun = false;

  function use(): void {
    if (begun) return;
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
  if (isInUse(page)) use();
}

/** Whether the visitor used a form before this script came, or a form has to be filled with what failed to be sent. */
function isInUse(page: Document): boolean {
  return hasDraft() || page.querySelector(`dialog[open], ${fillingIn}`) !== null;
}
