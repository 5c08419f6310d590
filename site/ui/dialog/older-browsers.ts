/**
 * Safari before 26.2, Firefox before 144 and Chromium before 135 do not know `commandfor`: in these browsers this
 * listener opens and closes the dialogs. It needs no React, so it works before hydration. The attribute `data-commands`
 * says that a button opens its dialog: in newer browsers the inline script has already set it.
 */
export function polyfillInvokerCommands(root: Document): void {
  const known = "commandForElement" in HTMLButtonElement.prototype;
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[commandfor]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    // Focuses the pressed button, because Safari does not: a dialog that closes gives the focus back to the element
    // that had it before the dialog opened.
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
