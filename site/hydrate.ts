import { draftKey, load } from "./capture/memory/browser-storage.ts";
import { fillingIn } from "./capture/popup/popup.ts";
import { startPage } from "./start-page.ts";

/**
 * What the visitor is about to use when the pointer, a finger or the focus comes to it. The selector names the
 * button, because an open popup has the attribute `data-cta` too, and to close the popup is not to use a form.
 */
const formsAndCalls = "form, button[data-cta]";

const retryMs = 3_000;

startPage(document);
hydrateWhenFormsAreUsed(document);

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
  // A form has to be filled with what failed to be sent, or the visitor used one before this script came.
  if (load("tab", draftKey) ?? page.querySelector(`dialog[open], ${fillingIn}`)) use();
}

/** Requests React and the islands at once. They are two files, because the browser can handle a tap between two tasks. */
async function hydrate(page: Document): Promise<void> {
  const [{ hydrateIslands }] = await Promise.all([
    import("./islands.tsx"),
    import("./react-roots.ts"),
  ]);
  hydrateIslands(page);
}
