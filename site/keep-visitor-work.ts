import { polyfillClosedBy } from "./ui/dialog/dialog-backdrop.ts";

/**
 * If a translation or a password manager has changed the HTML of an island, React does not hydrate the island but
 * renders it again: the open popup, the typed texts and the focus are lost. The returned function, which is called once
 * React has rendered, gives them to the new elements.
 */
export function keepVisitorWork(island: Element): () => void {
  const { ownerDocument: page } = island;
  const dialogs = [...island.querySelectorAll("dialog")];
  const inputs = [...island.querySelectorAll("input")];
  let focused: EventTarget | null = page.activeElement;
  island.addEventListener("focusin", ({ target }) => {
    focused = target;
  });

  // The removed elements still have what the visitor did while React was rendering.
  return () => {
    const focusedBefore = focused;
    const lost = dialogs.splice(0).filter((old) => !old.isConnected);
    for (const old of lost) openAgain(page, old);
    if (lost.length > 0) polyfillClosedBy(page);
    for (const old of inputs.splice(0).filter((one) => !one.isConnected)) {
      const input = island.querySelector<HTMLInputElement>(`input[name="${old.name}"]`);
      if (input) fillAgain(input, old);
      if (focusedBefore === old) input?.focus();
    }
  };
}

function openAgain(page: Document, { id, open, dataset: { cta } }: HTMLDialogElement): void {
  const dialog = page.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (cta !== undefined) dialog.dataset["cta"] = cta;
  if (!open) return;
  // A dialog that closes returns the focus to the element that had it before.
  page.querySelector<HTMLElement>(`button[data-cta="${cta}"]`)?.focus({ preventScroll: true });
  dialog.showModal();
}

function fillAgain(input: HTMLInputElement, { value, checked }: HTMLInputElement): void {
  input.value = value;
  input.checked = checked;
}
