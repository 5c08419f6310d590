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

/** As Safari before 27.3: a dialog's `closedby` means nothing to it. */
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

/** As Safari: a press does not give a button the focus. */
export function focusNoPressedButton(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      addEventListener("mousedown", (event) => {
        if (event.target.closest("button")) event.preventDefault();
      }, { capture: true });`,
  });
}

/** As iOS: a tap on a backdrop sends no click to a listener on the document. */
export function keepTapsFromDocument(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      addEventListener("DOMContentLoaded", () => {
        document.body.addEventListener("click", (event) => {
          if (event.target instanceof HTMLDialogElement) event.stopPropagation();
        });
      });`,
  });
}

/** As a browser without scroll anchoring: what is laid out above moves the text that is being read. */
export function anchorNoScroll(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { overflow-anchor: none }");
      document.adoptedStyleSheets = [sheet];
    }`,
  });
}
