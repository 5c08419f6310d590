/**
 * Safari does not know `closedby` yet: one listener closes a dialog there when its backdrop is pressed.
 * It needs no framework, so it is in place before hydration.
 */
export function backUpClosedBy(root: Document): void {
  if ("closedBy" in HTMLDialogElement.prototype) return;
  let pressed: HTMLDialogElement | undefined;
  root.addEventListener("pointerdown", (event) => {
    pressed = dialogBeside(event);
  });
  root.addEventListener("click", (event) => {
    // Text that is marked from a field outwards ends on the backdrop too, but does not begin there.
    const dialog = dialogBeside(event);
    if (dialog === pressed) dialog?.close();
  });
}

/** A backdrop is no element: a press on it is one on its dialog, outside the dialog's box. */
function dialogBeside({ target, clientX, clientY }: MouseEvent): HTMLDialogElement | undefined {
  if (!(target instanceof HTMLDialogElement)) return undefined;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return inside ? undefined : target;
}
