/** The longest time in milliseconds, and the longest way in pixels, between the two presses of a double click. */
const doubleClickMs = 500;
const doubleClickPx = 30;

/**
 * Ignores the second press of a double click on a button that opens a dialog: it would close the dialog at once, or
 * leave the page by a link in it.
 */
export function ignoreSecondPresses(page: Document): void {
  let opening: MouseEvent | undefined;
  let isSecond = false;

  function ignoreNextIfSecond({ timeStamp, clientX, clientY }: MouseEvent): void {
    const dialog = page.querySelector("dialog[open]");
    isSecond =
      dialog !== null &&
      opening !== undefined &&
      timeStamp - opening.timeStamp < doubleClickMs &&
      Math.hypot(clientX - opening.clientX, clientY - opening.clientY) < doubleClickPx;
    dialog?.setAttribute("closedby", isSecond ? "closerequest" : "any");
  }

  function onClick(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest("[command=show-modal]")) opening = event;
    if (isSecond && target.matches("dialog, a, a *")) {
      event.preventDefault();
      event.stopPropagation();
    }
    isSecond = false;
  }

  page.addEventListener("pointerdown", ignoreNextIfSecond, { capture: true });
  page.addEventListener("click", onClick, { capture: true });
}
