import type { Page } from "@playwright/test";

/** As a browser does that is set to keep nothing. */
export function forbidStorage(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      for (const storage of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, storage, {
          get() { throw new DOMException("Access is denied", "SecurityError"); },
        });`,
  });
}

/** As Safari still is: a dialog's `closedby` means nothing to it. */
export function forgetClosedBy(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
      addEventListener("DOMContentLoaded", () => {
        for (const dialog of document.querySelectorAll("dialog")) dialog.removeAttribute("closedby");
      });`,
  });
}

/** As an older Safari: a button's `command` does nothing of itself. */
export function forgetCommands(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
      addEventListener("click", (event) => {
        if (event.target.closest("button[commandfor]")) event.preventDefault();
      }, { capture: true });`,
  });
}
