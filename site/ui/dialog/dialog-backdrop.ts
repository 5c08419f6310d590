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
