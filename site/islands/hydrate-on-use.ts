import { draftKey } from "#site/capture/memory/pressed.ts";
import { fillingIn } from "#site/capture/popup/popup.ts";
import { load } from "#site/ui/browser-storage.ts";

/**
 * A selector for what the visitor is about to use when a pointer, a finger or the focus reaches it. It names `button`,
 * because an open popup has the attribute `data-cta` too, and closing the popup does not use a form.
 */
const formsAndCalls = "form, button[data-cta]";

const retryMs = 3_000;

/**
 * Hydrates the islands once the visitor is about to use a form: only this function decides when React is loaded. Until
 * then the browser itself opens the popup and posts the forms. A popup that opens by itself does not load React,
 * because a visitor who only closes it needs no React. If hydration fails, it is tried again at the next use.
 */
export function hydrateOnUse(page: Document): void {
  let begun = false;

  function use(): void {
    // Without the network React is not requested, because older browsers remember a failed import: see
    // `load-page-script.ts`.
    if (begun || !navigator.onLine) return;
    begun = true;
    hydrateAll(page).catch((error: unknown) => {
      console.error(error);
      setTimeout(() => {
        begun = false;
      }, retryMs);
    });
  }

  // A finger causes `pointerover` when it touches the screen, before the browser knows whether it is a press.
  for (const type of ["pointerover", "focusin"])
    page.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest(formsAndCalls)) use();
    });
  /** Loads React at once if a draft waits, or if a form was used before this script or the network was there. */
  function bringIfWanted(): void {
    const draft = load("tab", draftKey) ?? load("device", draftKey);
    if (draft ?? page.querySelector(`dialog[open], ${fillingIn}`)) use();
  }

  addEventListener("online", bringIfWanted);
  bringIfWanted();
}

/** Requests React and the islands at once. They are two files, so that the browser can handle a tap between the two. */
async function hydrateAll(page: Document): Promise<void> {
  const [{ hydrateIslands }] = await Promise.all([
    import("./islands.tsx"),
    import("./react-roots.ts"),
  ]);
  hydrateIslands(page);
}
