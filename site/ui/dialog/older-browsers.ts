/**
 * Safari before 26.2, Firefox before 144 and Chromium before 135 do not know `commandfor`: in them this listener opens
 * and closes the dialogs. It needs no React, so it works before hydration. The attribute `data-commands` says that a button
 * opens its dialog: in newer browsers the inline script has set it before.
 */
export function polyfillInvokerCommands(root: Document): void {
  const known = "commandForElement" in HTMLButtonElement.prototype;
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[commandfor]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    // Focuses the pressed button, because Safari does not, and a dialog that closes returns the focus to the element
    // that had it before.
    button.focus();
    if (!known) runCommand(root, button);
  });
  root.documentElement.dataset["commands"] = "";
}

function runCommand(root: Document, button: Element): void {
  const dialog = root.getElementById(button.getAttribute("commandfor") ?? "");
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute("command") === "show-modal") {
    if (!dialog.open) dialog.showModal();
  } else {
    dialog.close();
  }
}

/**
 * Safari before 27.3, Firefox before 141 and Chromium before 134 do not know `closedby`: in them this code closes a
 * dialog when its backdrop is pressed. It needs no React, so it works before hydration.
 */
export function polyfillClosedBy(root: Document): void {
  if ("closedBy" in HTMLDialogElement.prototype) return;
  for (const dialog of root.querySelectorAll("dialog")) closeAtBackdrop(dialog);
}

/**
 * Each dialog has its own listener, because on iOS a tap on a backdrop sends no click to the document. The dialog
 * closes on `click`: if it closed on `pointerup`, Chromium would send the click of the same tap to the page below.
 */
function closeAtBackdrop(dialog: HTMLDialogElement): void {
  let pressed = false;
  dialog.addEventListener("pointerdown", (event) => {
    pressed = isOnBackdrop(dialog, event);
  });
  dialog.addEventListener("click", (event) => {
    // The press must begin on the backdrop too: a drag that selects text in a field may end there, but begins inside
    // the dialog.
    if (pressed && isOnBackdrop(dialog, event)) dialog.close();
  });
}

/**
 * Whether a press was on the backdrop. A backdrop is not an element: such a press has the dialog as its target, and
 * lies outside the dialog's box.
 */
function isOnBackdrop(
  dialog: HTMLDialogElement,
  { target, clientX, clientY }: MouseEvent,
): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !inside;
}
