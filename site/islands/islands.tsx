import { type ReactNode, startTransition } from "react";
import { PageForm } from "#site/capture/form/page-form.tsx";
import { LeadCapture } from "#site/capture/popup/lead-capture.tsx";
import { noteStep } from "#site/counting/count-visit.ts";
import { reactRoots } from "./react-roots.ts";

/** The interactive parts of the page. They take no props: in the browser only the name in the HTML leads to a part. */
const islands = {
  "lead-capture": LeadCapture,
  "page-form": PageForm,
};

/** An interactive part: rendered into the page by the server, hydrated there by React at the first use of a form. */
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
    // "A press never waits for React" (decision 0001): in a transition React pauses every few milliseconds.
    if (place) startTransition(() => hydrate(place, <Part />));
  }
}

function hydrate(place: Element, island: ReactNode): void {
  const asItWas = place.cloneNode(true);
  const restoreWork = keepVisitorWork(place);
  reactRoots.hydrateRoot(place, island, {
    // React has emptied the place. Its HTML signs up without React too. Several effects may break at once.
    onUncaughtError: (error) => {
      reportError(error);
      if (!asItWas.hasChildNodes()) return;
      noteStep("error-shown", "none");
      place.replaceChildren(...asItWas.childNodes);
      // A copy of an open dialog is not modal.
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
 * Chrome's translation puts a `<font>` around each text (https://github.com/facebook/react/issues/11538), and password managers
 * add elements: React then does not hydrate the island but renders it again, and the open popup, the typed texts and the focus
 * are lost. The returned function, which is called once React has rendered, gives them to the new elements (decision 0001).
 */
function keepVisitorWork(island: Element): () => void {
  const { ownerDocument: page } = island;
  const parts = () => [...island.querySelectorAll("dialog, input")];
  let known = parts();
  let focused: EventTarget | null = page.activeElement;
  island.addEventListener("focusin", ({ target }) => {
    focused = target;
  });

  // The removed elements still have what the visitor did while React was rendering.
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
  // A dialog that closes returns the focus: https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog
  page.querySelector<HTMLElement>(`button[data-cta="${cta}"]`)?.focus({ preventScroll: true });
  dialog.showModal();
}
