/**
 * Safari before 26.2 and Firefox before 144 do not know `commandfor`: one listener does there what
 * the attribute does elsewhere. It needs no framework, so it is in place before hydration.
 */
export function backUpInvokerCommands(root: Document): void {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  root.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest("button[commandfor]") : null;
    if (button) obey(root, button);
  });
}

function obey(root: Document, button: Element): void {
  const dialog = root.getElementById(button.getAttribute("commandfor") ?? "");
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute("command") === "show-modal") {
    if (!dialog.open) dialog.showModal();
  } else {
    dialog.close();
  }
}
