import { draftKey } from "#site/capture/memory/pressed.ts";
import { fillingIn } from "#site/capture/popup/popup.ts";
import { load } from "#site/ui/browser-storage.ts";

/**
 * What the visitor is about to use when the pointer, a finger or the focus comes to it. The selector names the
 * button, because an open popup has the attribute `data-cta` too, and to close the popup is not to use a form.
 */
const formsAndCalls = "form, button[data-cta]";

const retryMs = 3_000;

/**
 * Hydrates the islands once the visitor is about to use a form: this is the only place that decides when React is loaded.
 * Until then the browser itself opens the popup and posts the forms. The popup that opens by itself does not count,
 * because a visitor who only closes it needs no React.
 *
 * When hydration fails, it is tried again at the next use.
 */
export function hydrateOnUse(page: Document): void {
  let begun = false;

  function use(): void {
    // Older browsers remember a failed import: `load-page-script.ts`.
    if (begun || !navigator.onLine) return;
    begun = true;
    hydrateAll(page).catch((error: unknown) => {
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
  /** React is wanted at once if a draft waits, or if a form was used before this script or the network came. */
  function bringIfWanted(): void {
    const draft = load("tab", draftKey) ?? load("device", draftKey);
    if (draft ?? page.querySelector(`dialog[open], ${fillingIn}`)) use();
  }

  addEventListener("online", bringIfWanted);
  bringIfWanted();
}

/** Requests React and the islands at once. They are two files, because the browser can handle a tap between two tasks. */
async function hydrateAll(page: Document): Promise<void> {
  const [{ hydrateIslands }] = await Promise.all([
    import("./islands.tsx"),
    import("./react-roots.ts"),
  ]);
  hydrateIslands(page);
}
