import { type ReactNode, startTransition } from "react";
import { PageForm } from "#site/capture/form/page-form.tsx";
import { LeadCapture } from "#site/capture/popup/lead-capture.tsx";
import { noteStep } from "#site/counting/count-visit.ts";
import { reactRoots } from "./react-roots.ts";

/** The interactive parts of the page (islands). They have no props: the browser knows only the name in the HTML. */
const islands = {
  "lead-capture": LeadCapture,
  "page-form": PageForm,
};

/** An interactive part: the server renders it into the page, and React hydrates it at the first use of a form. */
export function Island({ name }: { name: keyof typeof islands }) {
  const Part = islands[name];
  return (
    <div data-island={name}>
      <Part />
    </div>
  );
}

/** Hydrates each interactive part as its own React root; the rest of the page needs no React. */
export function hydrateIslands(page: Document): void {
  for (const [name, Part] of Object.entries(islands)) {
    const place = page.querySelector(`[data-island="${name}"]`);
    // In a transition React pauses every few milliseconds, because a press must never wait for React (decision 0001).
    if (place) startTransition(() => hydrate(place, <Part />));
  }
}

function hydrate(place: Element, island: ReactNode): void {
  const asItWas = place.cloneNode(true);
  const restoreWork = keepVisitorWork(place);
  reactRoots.hydrateRoot(place, island, {
    // After an error React has emptied the element. Its old HTML, with which visitors can sign up without React, is put
    // back. Several effects may fail at once, so this happens only once.
    onUncaughtError: (error) => {
      reportError(error);
      if (!asItWas.hasChildNodes()) return;
      noteStep("error-shown", "none");
      place.replaceChildren(...asItWas.childNodes);
      // A copy of an open dialog would not be modal, so the copy is closed first.
      for (const dialog of place.querySelectorAll("dialog")) dialog.open = false;
      restoreWork();
    },
    onRecoverableError: (error) => {
      reportError(error);
      restoreWork();
    },
  });
}

/**
 * Chrome's translation puts a `<font>` around each text (https://github.com/facebook/react/issues/11538), and password
 * managers add elements: then React does not hydrate the island but renders it again, and the open popup, the typed
 * texts and the focus are lost. The returned function, which is called after React has rendered, gives all this to the
 * new elements (decision 0001).
 */
function keepVisitorWork(island: Element): () => void {
  const { ownerDocument: page } = island;
  const parts = () => [...island.querySelectorAll("dialog, input")];
  let known = parts();
  let focused: EventTarget | null = page.activeElement;
  island.addEventListener("focusin", ({ target }) => {
    focused = target;
  });

  // The removed elements still contain what the visitor typed or opened while React was rendering.
  return () => {
    const focusedBefore = focused;
    for (const old of known.filter(({ isConnected }) => !isConnected)) {
      if (old instanceof HTMLDialogElement) openAgain(page, old);
      if (!(old instanceof HTMLInputElement)) continue;
      const input = island.querySelector<HTMLInputElement>(`input[name="${old.name}"]`);
      if (!input) continue;
      input.value = old.value;
      input.checked = old.checked;
      if (focusedBefore === old) input.focus();
    }
    known = parts();
  };
}

function openAgain(page: Document, { id, open, dataset: { cta } }: HTMLDialogElement): void {
  const dialog = page.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (cta !== undefined) dialog.dataset["cta"] = cta;
  if (!open) return;
  // The button that opened the dialog is focused first, because a dialog that closes gives the focus back to the
  // element that had it before: https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog
  page.querySelector<HTMLElement>(`button[data-cta="${cta}"]`)?.focus({ preventScroll: true });
  dialog.showModal();
}
